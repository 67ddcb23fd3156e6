import { Button } from '../ui/button.tsx';

interface PresetButtonsProps<P> {
  presets: readonly P[];
  nameOf: (preset: P) => string;
  onPick: (preset: P) => void;
}

/** Fills the form from a preset. */
export function PresetButtons<P>({ presets, nameOf, onPick }: PresetButtonsProps<P>) {
  if (presets.length === 0) return null;
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Quick Setup</legend>
      <div className="flex flex-wrap gap-1.5">
        {presets.map((preset) => (
          <Button
            key={nameOf(preset)}
            // Keep the focus: blurring an empty field would show its error.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(preset)}
          >
            {nameOf(preset)}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
