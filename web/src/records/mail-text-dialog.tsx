import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useId } from 'react';
import { messageOf } from '../api/error.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { buttonClass } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { toast } from '../ui/toaster.tsx';
import { type MailItem, mailText } from './mail-text.ts';

interface MailTextDialogProps {
  /** What the text is about. */
  items: () => Promise<readonly MailItem[]>;
  onClose: () => void;
}

/** Shows a text about dates for a client, to copy or to send. */
export default function MailTextDialog({ items, onClose }: MailTextDialogProps) {
  const text = useQuery({
    queryKey: ['mail text', useId()],
    queryFn: async () => mailText(await items()),
    gcTime: 0,
  });
  const copy = async () => {
    if (!text.data) return;
    const isDone = await copyText(text.data.plain, text.data.html);
    toast(isDone ? { title: 'Text copied' } : { title: 'The text could not be copied', type: 'error' });
    if (isDone) onClose();
  };
  return (
    <ActionDialog
      title="Text for a mail"
      isWide
      submitLabel="Copy"
      isDisabled={!text.data}
      problem={text.error && messageOf(text.error, 'Failed to load the dates')}
      submit={() => void copy()}
      onClose={onClose}
    >
      <pre
        aria-label="Text"
        aria-busy={text.isPending}
        tabIndex={0}
        className="max-h-[50dvh] min-h-24 overflow-auto rounded-md border border-line bg-sunken p-3 font-sans text-sm whitespace-pre-wrap wrap-anywhere"
      >
        {text.data?.plain}
      </pre>
      {typeof text.data?.link === 'string' && (
        <a href={text.data.link} className={`${buttonClass()} w-fit`}>
          <Mail aria-hidden className="size-4" />
          Write a mail
        </a>
      )}
    </ActionDialog>
  );
}
