import { matchParts } from './match-ranges.ts';

/** A text with the typed parts emphasised. */
export const Emphasized = ({ text, typed }: { text: string; typed: string }) =>
  matchParts(text, typed).map(({ text: part, isMatch }, place) =>
    isMatch ? (
      <mark key={place} className="bg-transparent font-semibold text-accent-text">
        {part}
      </mark>
    ) : (
      part
    ),
  );
