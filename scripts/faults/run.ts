/** `npm run bench:faults -- written|generated|others [flags]`: what the kit finds of planted faults. */
const [kind] = process.argv.slice(2)
await import(kind === 'others' ? './others.ts' : './own.ts')
