/** Attempts of bad input and attackers, by number, and the tests that show their results. */
import type { AttackCase } from './cases/case.ts'
import { identityCases } from './cases/identity.ts'
import { outsideCases } from './cases/outside.ts'
import { serviceCases } from './cases/service.ts'

export const cases: readonly AttackCase[] = [...identityCases, ...serviceCases, ...outsideCases]
