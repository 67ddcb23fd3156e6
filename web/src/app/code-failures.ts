import { client } from '@quartermaster/contract/api/client';
import { request } from '../api/request.ts';
import { whenCodeFails } from '../ui/deferred.tsx';
import { takeTyped } from '../ui/early-keys.ts';

const key = 'reloadedAt';
const pauseMs = 60_000;

// Scripts do not load through request(), so check whether the server answers; if not, the banner appears.
whenCodeFails(() => {
  // No field will take it.
  takeTyped();
  request(client.health.health).then(
    () => {
      // The server answers, so a newer version has replaced this code. A form may hold unsaved input.
      const isFree = document.querySelector('form') === null;
      if (!isFree || Date.now() - Number(sessionStorage.getItem(key)) < pauseMs) return;
      sessionStorage.setItem(key, String(Date.now()));
      location.reload();
    },
    () => undefined,
  );
});
