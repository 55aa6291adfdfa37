/** Milliseconds as whole seconds, rounded up, so that waiting them is always enough. */
export const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000)
