import type { AnyCrud } from '@quartermaster/contract/lib/crud';
import type { z } from 'zod';

export interface Identified {
  id: string;
}

/** Has the version that a change or a deletion is meant for. */
export interface Versioned extends Identified {
  updatedAt: string;
}

/** A kind of record as the contract describes it: what `crud` returns, with the type of its rows. */
export interface Resource<T extends Identified = Identified> extends AnyCrud {
  entity: z.ZodType<T>;
  create: Resource['list'];
  filters: z.ZodRawShape;
  sort: readonly string[];
}

/** 'email account' becomes 'Email account'. */
export const capital = (noun: string): string => noun.charAt(0).toUpperCase() + noun.slice(1);
