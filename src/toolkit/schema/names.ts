/** Names of properties that decide which values fit, before the model is known. */

/** Whether a text of this name is an identifier, and so one word. */
export const isIdentifier = (name: string): boolean =>
  /^(id|uuid|gid|uid|key|slug|handle|username)$|[-_](id|key|slug)$|[a-z](Id|ID|Key|Slug)$/.test(name)

/** Whether a property contains an id, or several: `promptId`, `user_ids`. */
export const endsInId = (name: string): boolean => /ids?$/i.test(name)
