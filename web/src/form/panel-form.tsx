import type { FormEvent, ReactNode } from 'react';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';

interface PanelFormProps {
  title: string;
  submitLabel: string;
  busyLabel: string;
  /** The viewer may not change it. */
  isReadOnly?: boolean;
  isPending: boolean;
  problem: string | null;
  submit: (event: FormEvent) => void;
  children: ReactNode;
}

/** A panel that is a small form. */
export const PanelForm = (props: PanelFormProps) => (
  <Panel title={props.title}>
    <form noValidate className="grid max-w-lg gap-4 p-4" onSubmit={props.submit}>
      {props.children}
      {props.problem !== null && <Banner tone="bad" title={props.problem} />}
      {!props.isReadOnly && (
        <Button type="submit" variant="primary" busy={props.isPending} className="justify-self-start">
          {props.isPending ? props.busyLabel : props.submitLabel}
        </Button>
      )}
    </form>
  </Panel>
);
