/** Tells 1Password, LastPass, Bitwarden and Dashlane to leave a field alone: they ignore `autocomplete`. */
export const unmanaged = {
  'data-1p-ignore': '',
  'data-lpignore': 'true',
  'data-bwignore': '',
  'data-form-type': 'other',
} as const;
