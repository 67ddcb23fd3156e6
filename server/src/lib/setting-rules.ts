import { z } from 'zod';

/** One of these words. */
export const word = <const T extends readonly [string, ...string[]]>(values: T, fallback: T[number]) =>
  z.enum(values, { error: `must be one of: ${values.join(', ')}` }).default(fallback as never);

/** A whole number in this range. */
export const whole = (min: number, max: number, fallback: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.coerce
    .number({ error: message })
    .int(message)
    .min(min, message)
    .max(max, message)
    .default(fallback);
};

/** A text that a function reads; null from it means that the text is wrong. */
export const readBy = <T>(readText: (text: string) => T | null, rule: string) =>
  z.string().transform((text, context): T => {
    const value = readText(text);
    if (value !== null) return value;
    context.addIssue(rule);
    return z.NEVER;
  });
