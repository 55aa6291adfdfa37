/** Families of faults, in the order of reports. The command line needs them without the rest. */
export const FAMILIES = [
  'values',
  'statuses',
  'headers',
  'lists',
  'storage',
  'validation',
  'access',
  'webhooks',
] as const
export type Family = (typeof FAMILIES)[number]
