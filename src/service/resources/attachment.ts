/** How a response offers itself as a file. */

/**
 * A name as a file of any system can have it.
 * @param ending what follows the name whatever its length, such as `.csv`
 * @param otherwise the name where nothing is left of it
 */
export function fileNameOf(name: string, ending: string, otherwise: string): string {
  const plain = name
    .replace(/[\\/:*?"<>|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  return ([...plain].slice(0, 120).join('') || otherwise) + ending
}

/** The header that offers the file for saving; what is not ASCII is in `filename*` (RFC 6266, section 4.3). */
export function contentDisposition(fileName: string): string {
  const ascii = fileName.replace(/[^ -~]/g, '_')
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
