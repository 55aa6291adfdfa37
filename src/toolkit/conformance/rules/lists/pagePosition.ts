/** The position that a page of a list reports: its number, or its offset. */
import type { Paging } from '../../../model/paging.ts'
import { normal, OFFSETS, PAGES, soundsLike } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import type { Recorded } from '../../engine/events.ts'

/** Numbers of pages may begin with 0 in a request and with 1 in a response, or the other way round. */
const TOLERANCE = 1

/**
 * A page number or an offset in a response that is not the requested one.
 * @returns undefined where the response reports none, or the right one
 */
export function wrongPosition(
  page: Recorded,
  { kind, next }: Pick<Paging, 'kind' | 'next'>,
): { subject: string; received: number; expected: number } | undefined {
  const sent = new URLSearchParams(page.path.split('?')[1]).get(next.name)
  const expected = Number(sent)
  const body = page.json as Json
  if (kind === 'cursor' || sent === null || !Number.isInteger(expected) || !isObject(body)) return undefined
  const names = kind === 'page' ? [...PAGES, 'currentpage', 'current'] : OFFSETS
  const inner = Object.entries(body).filter(
    (one): one is [string, JsonObject] => soundsLike('pagination', one[0]) && isObject(one[1]),
  )
  for (const [place, holder] of [['', body] as const, ...inner])
    for (const [name, value] of Object.entries(holder))
      if (names.includes(normal(name)) && typeof value === 'number' && Math.abs(value - expected) > TOLERANCE)
        return { subject: `${place === '' ? '' : `/${place}`}/${name}`, received: value, expected }
  return undefined
}
