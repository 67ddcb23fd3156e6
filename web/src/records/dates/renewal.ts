import {
  type AutoRenew,
  type Interval,
  autoRenewWords,
  intervals,
} from '@quartermaster/contract/rules/renewal';

export const autoRenewLabels: Readonly<Record<AutoRenew, string>> = {
  YES: 'Yes',
  NO: 'No',
  UNKNOWN: 'Unknown',
};
export const autoRenewChoices = autoRenewWords.map((value) => ({ value, label: autoRenewLabels[value] }));

export const intervalLabels: Readonly<Record<Interval, string>> = { YEAR: 'Yearly', MONTH: 'Monthly' };
export const intervalChoices = intervals.map((value) => ({ value, label: intervalLabels[value] }));
