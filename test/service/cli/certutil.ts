import { spawnSync } from 'node:child_process'

/** Whether the program that writes a browser's certificates is here; when not, the reason belongs into a title. */
export const certutilMissing =
  spawnSync('certutil', ['--help'], { stdio: 'ignore' }).error === undefined
    ? undefined
    : 'skipped, for certutil is not installed (apt-get install libnss3-tools)'
