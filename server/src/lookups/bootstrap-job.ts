import { type Job, JobFailure } from '../jobs/job.ts';
import { RequestFailure } from '../net/failures.ts';
import type { Asker } from './asker.ts';
import { refreshList } from './rdap-servers.ts';

/** Reads the list of RDAP servers anew, each week. */
export const bootstrapping = ({
  config,
  ...services
}: Pick<Asker, 'db' | 'egress'> & { config: Asker['config'] & { looksUp: boolean } }): Job => ({
  kind: 'bootstrap',
  cron: '41 4 * * 1',
  run: async () => {
    if (!config.looksUp) return;
    try {
      await refreshList(services, config);
    } catch (error) {
      throw error instanceof RequestFailure ? new JobFailure(error.message) : error;
    }
  },
});
