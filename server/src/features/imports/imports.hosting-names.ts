import { columnName } from '@quartermaster/contract/imports/column-name';
import { folded } from '@quartermaster/contract/rules/folded';
import { namesOf } from '../../records/import/targets.ts';
import { type Table, distinct } from '../../sheets/table.ts';

const heading = 'Name (after the provider)';

/** A list of hosting accounts that names none: each is named after its provider, 'Hetzner', then 'Hetzner 2'. */
export function withHostingNames(table: Table): Table {
  const names = namesOf('hostings');
  const targets = table.columns.map((header) =>
    Object.hasOwn(table.targets, header) ? table.targets[header] : names.get(columnName(header))?.path,
  );
  const provider = targets.indexOf('provider');
  if (provider < 0 || targets.includes('name')) return table;
  const taken = new Set<string>();
  /** How often each provider was there before: counting from the start would take as long as all rows again. */
  const counts = new Map<string, number>();
  const nameAfter = (cell: string): string => {
    const text = cell.trim();
    if (text === '') return '';
    let count = counts.get(folded(text)) ?? 0;
    let name: string;
    do {
      count += 1;
      name = count === 1 ? text : `${text} ${count}`;
    } while (taken.has(folded(name)));
    counts.set(folded(text), count);
    taken.add(folded(name));
    return name;
  };
  const columns = distinct([...table.columns, heading]);
  return {
    ...table,
    columns,
    rows: table.rows.map((row) => [...row, nameAfter(row[provider] ?? '')]),
    targets: { ...table.targets, [columns.at(-1) ?? heading]: 'name' },
  };
}
