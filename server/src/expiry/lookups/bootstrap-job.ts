import { removeIdleBuckets } from '../../jobs/idle-buckets.ts';
import { type Job, JobFailure } from '../../jobs/job.ts';
import { RequestFailure } from '../../net/failures.ts';
import type { Asker } from './asker.ts';
import { forgetWhoisServers } from './ask-whois.ts';
import { refreshList } from './rdap-servers.ts';

/** Each week, reads the list of RDAP servers anew, and forgets servers that were not asked for long. */
export const bootstrapping = ({
  config,
  ...services
}: Pick<Asker, 'db' | 'egress'> & { config: Asker['config'] & { looksUp: boolean } }): Job => ({
  kind: 'bootstrap',
  cron: '41 4 * * 1',
  run: async ({ signal }) => {
    if (!config.looksUp) return;
    await removeIdleBuckets(services.db);
    await forgetWhoisServers(services.db);
    try {
      await refreshList({ ...services, signal }, config);
    } catch (error) {
      throw error instanceof RequestFailure ? new JobFailure(error.message, { level: 'debug' }) : error;
    }
  },
});
