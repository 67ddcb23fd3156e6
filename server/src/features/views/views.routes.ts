import * as views from '@quartermaster/contract/views/views.schema';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { createView, listViews, removeView, updateView } from './views.service.ts';

export function viewRoutes({ api, db }: Services): void {
  implement(api, views.list, async ({ caller }) => ({ views: await listViews(db, caller) }));
  implement(api, views.create, async ({ caller, body }) => ({ view: await createView(db, caller, body) }));
  implement(api, views.update, async ({ caller, params, body }) => ({
    view: await updateView(db, caller, params.id, body),
  }));
  implement(api, views.remove, ({ caller, params }) => removeView(db, caller, params.id));
}
