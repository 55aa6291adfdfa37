/** A name for comparisons and searches: case-insensitive, and however its accents were typed (RFC 8265, 4.2). */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase()
