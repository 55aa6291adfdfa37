/** The compiled modules of `src/`, which `test/build.ts` builds before the tests. */

/** @param module its URL in `src/`, with or without `.ts` */
export const compiled = (module: string): string =>
  module.replace(/\/src\/(?=(?:service|toolkit)\/)/, '/dist/src/').replace(/\.ts$/, '.js')
