import { deliveries } from './topics/tmpd.ts'
console.log(await deliveries.run())
