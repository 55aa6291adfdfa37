/** `npm run bench:faults -- written|generated|others|tools [flags]`: what the kit and other tools find of planted faults. */
const FILES: Record<string, string> = { others: './others.ts', tools: './tools.ts' }
const [kind = ''] = process.argv.slice(2)
await import(FILES[kind] ?? './own.ts')
