/** What has a line 'Header: value' of each of its columns. */
export const joinedTargets: readonly string[] = ['comment', 'secureNote'];

/** Whether several columns may become this: each is a tag of its own, or a line of the comment or the secure note. */
export const takesSeveralColumns = (target: string): boolean =>
  target === 'tags' || joinedTargets.includes(target) || target.startsWith('tag:');
