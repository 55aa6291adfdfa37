import { describe, expect, it } from 'vitest'
import { casesOf } from '../../harness/thorough.ts'
import { bodyDomains } from './promised/bodies.ts'
import { caseDomains } from './promised/cases.ts'
import { computedDomains } from './promised/computed.ts'
import { countedDomains } from './promised/counted.ts'
import { defaultDomains } from './promised/defaults.ts'
import { deletionDomains } from './promised/deletions.ts'
import { type Domain, findingsOn } from './promised/domain.ts'
import { effectDomains } from './promised/effects.ts'
import { entryDomains } from './promised/entries.ts'
import { fixedDomains } from './promised/fixed.ts'
import { historyDomains } from './promised/histories.ts'
import { listDomains } from './promised/lists.ts'
import { matchDomains } from './promised/matches.ts'
import { momentDomains } from './promised/moments.ts'
import { numberDomains } from './promised/numbers.ts'
import { outcomeDomains } from './promised/outcomes.ts'
import { referencedDomains } from './promised/referenced.ts'
import { statedEffectDomains } from './promised/statedEffects.ts'
import { stepDomains } from './promised/steps.ts'
import { supplyDomains } from './promised/supplies.ts'
import { uniqueDomains } from './promised/uniques.ts'
import { valueDomains } from './promised/values.ts'

const domains: Domain[] = [
  ...referencedDomains,
  ...defaultDomains,
  ...deletionDomains,
  ...uniqueDomains,
  ...listDomains,
  ...matchDomains,
  ...stepDomains,
  ...countedDomains,
  ...effectDomains,
  ...entryDomains,
  ...fixedDomains,
  ...historyDomains,
  ...statedEffectDomains,
  ...valueDomains,
  ...computedDomains,
  ...momentDomains,
  ...caseDomains,
  ...numberDomains,
  ...supplyDomains,
  ...bodyDomains,
  ...outcomeDomains,
]

describe.each(casesOf(domains, 6, 2).map((domain) => [domain.name, domain] as const))('%s', (_, domain) => {
  it('is no finding where the server rejects it', { timeout: 60_000 }, async () => {
    expect(await findingsOn(domain, true)).toEqual([])
  })
  it('is found where it does not', { timeout: 60_000 }, async () => {
    const [code] = domain.found.slice(-1)
    const found = await findingsOn(domain, false)
    expect(found.map((one) => one.split(':')[0])).toContain(code)
  })
})
