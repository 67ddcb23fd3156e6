/** Whether several columns may become this: each is a tag of its own, or a line of the comment. */
export const takesSeveralColumns = (target: string): boolean =>
  target === 'tags' || target === 'comment' || target.startsWith('tag:');
