/** Marks of deleted items that remain. */
import { isState, soundsLike } from '../../../model/vocabulary.ts'
import { isObject, type JsonObject } from '../../../openapi/document.ts'

const mayContainState = (name: string): boolean =>
  soundsLike('metadata', name) || soundsLike('lifecycle', name)

/**
 * Some items remain with a mark, permanently or until a cleanup: a key that was revoked, `deleted: true`,
 * `isActive: false`, a `deletedAt`, a `deletionTimestamp` among the metadata.
 */
export const isMarked = (item: JsonObject, isInside = false): boolean =>
  Object.entries(item).some(
    ([name, value]) =>
      (!isInside && isObject(value) && mayContainState(name) && isMarked(value, true)) ||
      (typeof value === 'string' && isState('ended', value)) ||
      (value === false && soundsLike('liveFlag', name)) ||
      (value !== null && value !== false && soundsLike('endMark', name)),
  )
