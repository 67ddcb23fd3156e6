import type { RegistratorType } from '@quartermaster/contract/entities/registrator-types/registrator-types.schema';
import type { Details } from '../../record/details.ts';
import { Fact, Section } from '../../record/fact.tsx';
import { Owner, deleteQuestion, isGlobal } from './registrator-types-columns.tsx';

const typeWords = { string: 'String', email: 'Email', password: 'Password', url: 'URL' };

export const details: Details<RegistratorType> = {
  status: (type) => <Owner type={type} />,
  question: deleteQuestion,
  isLocked: isGlobal,
  fields: { apiFields: null },
  more: ({ hasApi, apiFields }) =>
    hasApi && (
      <Section title="API fields">
        <dl className="divide-y divide-line">
          {Object.entries(apiFields).map(([name, { label, type, required, description }]) => (
            <Fact key={name} label={label}>
              {typeWords[type]}, {required ? 'required' : 'optional'}
              {description && <span className="block text-sm text-ink-2">{description}</span>}
            </Fact>
          ))}
        </dl>
        {Object.keys(apiFields).length === 0 && (
          <p className="px-4 py-2.5 text-sm text-ink-2">This type asks for no credentials.</p>
        )}
      </Section>
    ),
};
