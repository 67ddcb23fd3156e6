import { costGroups } from '@quartermaster/contract/expirations/expirations.routes';
import { useQuery } from '@tanstack/react-query';
import { Chip } from '../../ui/chip.tsx';
import { Select } from '../../ui/select.tsx';
import { groupName } from './cost-groups.ts';
import { type CostsAsked, tagTypesQuery } from './expirations-query.ts';

interface CostChoicesProps {
  asked: CostsAsked;
  /** Changes what is chosen in the address. */
  onAsked: (changes: Partial<Record<'by' | 'tagType' | 'months', string | undefined>>) => void;
}

const periods = [12, 24];

/** What costs are summed by, and for how many months. */
export function CostChoices({ asked, onAsked }: CostChoicesProps) {
  const { data: types = [] } = useQuery(tagTypesQuery);
  const { by, tagType, months } = asked;
  const valueOf = (type: string) => `tag ${type}`;
  const all = [...new Set([...types, ...(tagType === undefined ? [] : [tagType])])];
  const options = [
    ...costGroups.flatMap((group) =>
      group === 'tag' ? [] : [{ value: group, label: groupName({ by: group, tagType: undefined }) }],
    ),
    ...all.map((type) => ({ value: valueOf(type), label: type, group: 'Tag type' })),
  ];
  return (
    <>
      <div className="flex items-center gap-2 text-sm text-ink-2 max-md:w-full">
        <span aria-hidden>By</span>
        <Select
          aria-label="Costs by"
          className="w-48 max-md:w-full"
          options={options}
          value={tagType === undefined ? by : valueOf(tagType)}
          onChange={(value) => {
            const type = all.find((each) => valueOf(each) === value);
            onAsked(
              type === undefined ? { by: value, tagType: undefined } : { by: undefined, tagType: type },
            );
          }}
        />
      </div>
      <div role="group" aria-label="Period" className="flex gap-1.5">
        {periods.map((count) => (
          <Chip
            key={count}
            isPressed={count === months}
            onClick={() => onAsked({ months: count === 12 ? undefined : String(count) })}
          >
            {count} months
          </Chip>
        ))}
      </div>
    </>
  );
}
