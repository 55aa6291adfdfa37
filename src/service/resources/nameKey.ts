/** A name as comparisons and searches take it: without regard to case, and however its accents were typed (RFC 8265, 4.2). */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase()
