/** What bad input and attackers try, by number, and the tests that show what becomes of it. */
import type { AttackCase } from './cases/case.ts'
import { identityCases } from './cases/identity.ts'
import { outsideCases } from './cases/outside.ts'
import { serviceCases } from './cases/service.ts'

export const cases: readonly AttackCase[] = [...identityCases, ...serviceCases, ...outsideCases]
