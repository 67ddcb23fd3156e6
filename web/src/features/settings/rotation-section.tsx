import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../api/error.ts';
import { routeQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDateTime, formatNumber } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { MadeRows } from './made-rows.tsx';
import { membersQuery } from './members-section.tsx';
import { counted } from '../../records/count-text.ts';
import { Pages } from '../../records/pages.tsx';
import { useDownload } from '../../records/use-download.ts';
import { WorkRows } from './work-rows.tsx';

const limit = 100;

/** The lists of secrets to change: of selected records, and those that a person has seen. */
export default function RotationSection() {
  const { person, list }: { person?: string; list?: string } = useSearch({ strict: false });
  if (person) return <Exposure userId={person} />;
  return list ? <List id={list} /> : <Lists />;
}

const Failed = ({ error }: { error: unknown }) => (
  <Banner tone="bad" title="Failed to load the list">
    {messageOf(error, 'Failed to load the list')}
  </Banner>
);

/** What a person is called: a member now, or a former one in the log of secrets or in the history. */
function useNameOf(userId: string): string | undefined {
  const { data: people } = useQuery(membersQuery);
  const member = people?.members.find((each) => each.userId === userId);
  const enabled = people !== undefined && !member;
  const seen = routeQuery(client.secretViews.list, { query: { actorId: userId, limit: 1 } });
  const viewer = useQuery({ ...seen, enabled }).data?.secretViews[0]?.actor;
  const { actors = [] } = useQuery({ ...routeQuery(client.history.actors), enabled }).data ?? {};
  const person = member ?? viewer ?? actors.find((each) => each.userId === userId);
  return person && (person.name ?? person.email);
}

/** What a person saw or typed in, even after they left. */
function Exposure({ userId }: { userId: string }) {
  const [page, setPage] = useState(1);
  const { data, error } = useQuery(
    routeQuery(client.exposure.list, { params: { userId }, query: { page, limit } }),
  );
  const name = useNameOf(userId);
  const save = useDownload(client.exposure.export, { params: { userId } });
  return (
    <Panel
      title={`Secrets ${name ?? 'a former member'} has seen`}
      after={
        <Button icon={Download} className="-mr-2" busy={save.isPending} onClick={() => save.mutate()}>
          Export
        </Button>
      }
    >
      {error && <Failed error={error} />}
      {data && (
        <p className="border-b border-line px-4 py-3 text-sm text-ink-2">
          {data.pagination.total === 0
            ? 'They saw no secret, and typed none in.'
            : `${counted({ one: 'secret' }, data.pagination.total)} they saw or typed in. Change each where it is used, then here: it is ticked when you change it.`}{' '}
          They had access to {formatNumber(data.couldRead)}.
        </p>
      )}
      {data && data.made.length > 0 && (
        <>
          <p className="border-b border-line px-4 py-3 text-sm text-ink-2">
            They created these, which keep reporting what expires here until they are turned off.
          </p>
          <MadeRows userId={userId} made={data.made} />
        </>
      )}
      <WorkRows
        items={data?.exposure ?? []}
        decide={({ area, recordId, field }, body) =>
          request(client.exposure.update, { params: { userId, area, recordId, field }, body })
        }
      />
      <Pages page={page} of={data?.pagination.totalPages} onPage={setPage} />
    </Panel>
  );
}

function List({ id }: { id: string }) {
  const [page, setPage] = useState(1);
  const { data, error } = useQuery(
    routeQuery(client.workLists.get, { params: { id }, query: { page, limit } }),
  );
  return (
    <Panel
      title={
        data
          ? `${data.workList.name} (${data.workList.open} open of ${data.workList.total})`
          : 'Passwords to change'
      }
    >
      {error && <Failed error={error} />}
      <WorkRows
        items={data?.items ?? []}
        decide={({ area, recordId, field }, body) =>
          request(client.workLists.update, { params: { id, area, recordId, field }, body })
        }
      />
      <Pages page={page} of={data?.pagination.totalPages} onPage={setPage} />
    </Panel>
  );
}

function Lists() {
  const { data, error } = useQuery(routeQuery(client.workLists.list));
  return (
    <Panel title="Passwords to change">
      {error && <Failed error={error} />}
      {data?.workLists.length === 0 && (
        <p className="p-4 text-ink-2">
          No passwords to change. Select records in a list and choose Rotate these under More, or open under
          Members what a member has seen.
        </p>
      )}
      <ul className="panel-rows">
        {data?.workLists.map(({ id, name, createdAt, total, open }) => (
          <li key={id} className="flex min-h-12 items-center gap-3 px-4 py-2">
            <Link
              to="/settings"
              search={{ section: 'rotation', list: id }}
              className="clipped min-w-0 flex-1 font-medium hover:underline"
            >
              {name}
            </Link>
            <span className="text-xs text-ink-2">
              {open} open of {total} · {formatDateTime(createdAt)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
