import { client } from '@quartermaster/contract/api/client';
import { request } from '../api/request.ts';
import { whenCodeFails } from '../ui/deferred.tsx';
import { takeTyped } from '../ui/early-keys.ts';

const key = 'reloadedAt';
const pauseMs = 60_000;

// Scripts do not come through request(), so ask whether there is a server; the banner appears if there is none.
whenCodeFails(() => {
  // No field will take it.
  takeTyped();
  request(client.health.health).then(
    () => {
      // It answers, so this code is gone: a newer version took its place. A form may hold what was typed.
      const isFree = document.querySelector('form') === null;
      if (!isFree || Date.now() - Number(sessionStorage.getItem(key)) < pauseMs) return;
      sessionStorage.setItem(key, String(Date.now()));
      location.reload();
    },
    () => undefined,
  );
});
