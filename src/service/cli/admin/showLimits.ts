import { adminCommand } from './adminCommand.ts'
import { columns } from './columns.ts'

/** Of the running server, its --plan-limits included; when none runs, the defaults. */
export const showLimits = adminCommand({
  words: 'limits show',
  summary: 'Shows how many requests each plan allows on the running server.',
  reads: true,
  flags: {},
  input: () => ({}),
  async run({ plans }) {
    const { unauthenticated, ...named } = plans
    return {
      plans: Object.entries(named).map(([plan, limits]) => ({ plan, ...limits })),
      unauthenticated: { ...unauthenticated },
    }
  },
  format: ({ plans, unauthenticated }) =>
    columns([
      ...plans.map(({ plan, perMinute, perDay, burst }): [string, string] => [
        plan,
        `${perMinute} a minute, ${perDay} a day, burst ${burst}`,
      ]),
      [
        'no credential',
        `${unauthenticated.perMinute} a minute, burst ${unauthenticated.burst}, for each address`,
      ],
    ]),
})
