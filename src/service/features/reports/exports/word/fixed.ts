import { unzipSync, type Zippable, zipSync } from 'fflate'

/** The library writes the time of writing into the properties; ours is that of the report. */
const WRITTEN = /(<dcterms:(?:created|modified)[^>]*>)[^<]*(<)/g
/** It makes the ids of charts from chance. */
const CHANCE = /\bId="(rId[\w-]{21})"/g
/** It numbers drawings on from one document to the next. */
const NUMBERED = /(<wp:docPr id=")\d+(")/g
/** A zip has no time zones: the parts of this moment are the same on every machine. */
const LONG_AGO = new Date(1980, 0, 1)

/**
 * A package of Office (a zip) without anything that changes from one writing to the next. The times of its
 * entries and in its properties are fixed, and so are random or counted ids, also in the workbooks within.
 *
 * @param moment RFC 3339, the time in the properties
 */
export function fixed(packed: Uint8Array, moment: string): Uint8Array {
  const time = moment.replace(/\.\d+Z$/, 'Z')
  const texts = new Map<string, string>()
  const entries: Zippable = {}
  for (const [name, bytes] of Object.entries(unzipSync(packed))) {
    const within = name.endsWith('.xlsx')
    entries[name] = [within ? fixed(bytes, moment) : bytes, { mtime: LONG_AGO, level: within ? 0 : 6 }]
    if (/\.(xml|rels)$/.test(name)) texts.set(name, Buffer.from(bytes).toString())
  }
  const ids = new Map<string, string>()
  for (const [name, text] of texts) {
    if (!name.endsWith('.rels')) continue
    for (const [, id = ''] of text.matchAll(CHANCE)) if (!ids.has(id)) ids.set(id, `rIdChart${ids.size + 1}`)
  }
  for (const [name, text] of texts) {
    let drawings = 0
    let changed = text.replace(NUMBERED, (_, head: string, tail: string) => `${head}${++drawings}${tail}`)
    if (name === 'docProps/core.xml') changed = changed.replace(WRITTEN, `$1${time}$2`)
    for (const [id, replacement] of ids) changed = changed.replaceAll(`"${id}"`, `"${replacement}"`)
    if (changed !== text) entries[name] = [Buffer.from(changed), { mtime: LONG_AGO, level: 6 }]
  }
  return zipSync(entries)
}
