import { applyBps, multiplyRatio, splitByWeight, sum } from '../../kernel/money.ts'
import type { Basis, Component, LedgerEntry } from '../entry.ts'
import { ledgerKindOf } from '../kinds.ts'

/**
 * What a component must be by its own numbers, in minor units; undefined where it is stated and there is
 * nothing to work out.
 */
export const replayed = (basis: Basis): number | undefined => {
  switch (basis.rule) {
    case 'stated':
      return undefined
    case 'nights':
      return sum(basis.runs.map(({ nights, amountMinor }) => nights * amountMinor))
    case 'kept':
      return basis.wholeMinor - basis.refundedMinor
    case 'share':
      return -applyBps(basis.baseMinor, basis.bps)
    case 'share_returned':
      return applyBps(basis.baseMinor, basis.bps)
    case 'share_part':
      return -(splitByWeight(applyBps(basis.baseMinor, basis.bps), basis.weights)[basis.part] ?? 0)
    case 'host_fee':
      return -Math.max(
        multiplyRatio(basis.baseMinor, basis.bps * basis.ofNights, 10_000 * basis.nights),
        basis.minimumMinor ?? 0,
      )
    case 'at_most':
      return basis.takenMinor - Math.min(basis.claimedMinor, basis.limitMinor)
    case 'reversed':
      return -basis.amountMinor
  }
}

/** Whether the amount follows from its numbers. */
export const isReplayed = ({ amountMinor, basis }: Component): boolean =>
  (replayed(basis) ?? amountMinor) === amountMinor

/**
 * Why an entry is not valid: it is 0, does not add up, has components that its kind has not, or amounts that
 * do not follow from their numbers.
 */
export const entryProblems = ({ kind, amountMinor, components }: LedgerEntry): string[] => [
  ...(amountMinor === 0 ? ['An entry is never 0.'] : []),
  ...(sum(components.map((component) => component.amountMinor)) === amountMinor
    ? []
    : [`The components do not add up to ${amountMinor}.`]),
  ...components.flatMap((component) => [
    ...(Object.hasOwn(ledgerKindOf(kind).against, component.code)
      ? []
      : [`${kind} has no component ${component.code}.`]),
    ...(isReplayed(component) ? [] : [`${component.code} does not follow from its numbers.`]),
  ]),
]
