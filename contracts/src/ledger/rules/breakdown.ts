import { sum, type Currency } from '../../kernel/money.ts'
import {
  BREAKDOWN_PARTS,
  BREAKDOWN_STAGES,
  STAY_DEDUCTIONS,
  STAY_KINDS,
  WITHHOLDING_KINDS,
  type BreakdownLine,
  type BreakdownPart,
  type BreakdownStage,
  type Bridge,
  type PayoutsBreakdown,
} from '../breakdown.ts'
import type { ExplainedEntry } from '../explanation.ts'
import type { LedgerKind } from '../kinds.ts'
import { checkSum } from './explain.ts'

const isOneOf = <T extends string>(values: readonly T[], text: string): text is T =>
  values.some((value) => value === text)
/** Which step from gross to net a component belongs to. */
export const partOfComponent = (kind: LedgerKind, code: string): BreakdownPart =>
  isOneOf(WITHHOLDING_KINDS, kind)
    ? 'withholding'
    : !isOneOf(STAY_KINDS, kind)
      ? 'adjustments'
      : isOneOf(STAY_DEDUCTIONS, code)
        ? code
        : 'gross'

/** An entry as a line below an opened part, or below the net where no part is given. */
export const takeShare = (entry: ExplainedEntry, part: BreakdownPart | undefined): BreakdownLine => {
  if (part === undefined) return { ...entry, shareMinor: entry.amountMinor }
  const components = entry.components.filter(({ code }) => partOfComponent(entry.kind, code) === part)
  return { ...entry, components, shareMinor: sum(components.map(({ amountMinor }) => amountMinor)) }
}

/** Amounts of one part at one stage; `entries` counts each entry once, in its first part. */
export type BreakdownCell = Readonly<{
  key: string
  part: BreakdownPart
  stage: BreakdownStage
  amountMinor: number
  entries: number
}>
export type BreakdownAmounts = PayoutsBreakdown['total']

/** Cells of one group from gross to net, and by where they are. */
export const sumBreakdown = (cells: readonly BreakdownCell[]): BreakdownAmounts => {
  const of = (wanted: (cell: BreakdownCell) => boolean) =>
    sum(cells.filter(wanted).map(({ amountMinor }) => amountMinor))
  return {
    parts: Object.fromEntries(
      BREAKDOWN_PARTS.map((part) => [part, of((cell) => cell.part === part)]),
    ) as BreakdownAmounts['parts'],
    netMinor: of(() => true),
    stages: Object.fromEntries(
      BREAKDOWN_STAGES.map((stage) => [stage, of((cell) => cell.stage === stage)]),
    ) as BreakdownAmounts['stages'],
    entries: sum(cells.map(({ entries }) => entries)),
  }
}

/**
 * From gross to net, written out; holds when the parts, the stages and what the ledger says itself
 * (`ledgerMinor`) are one number.
 */
export const checkBreakdown = (
  { parts, netMinor, stages }: BreakdownAmounts,
  ledgerMinor: number,
  currency: Currency,
): PayoutsBreakdown['check'] => {
  const present = BREAKDOWN_PARTS.map((part) => parts[part]).filter(
    (amount, index) => index === 0 || amount !== 0,
  )
  const check = checkSum(present, netMinor, currency)
  return {
    ...check,
    holds: check.holds && sum(Object.values(stages)) === netMinor && ledgerMinor === netMinor,
  }
}

/** From what was earned in some days to what was paid in them. */
export const checkBridge = (amounts: Omit<Bridge, 'check'>, currency: Currency): Bridge => ({
  ...amounts,
  check: checkSum(
    [amounts.earnedMinor, -amounts.notPaidMinor, amounts.paidForOthersMinor],
    amounts.paidMinor,
    currency,
  ),
})
