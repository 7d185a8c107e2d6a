import type { ItemCategory, ReasonCode, ReimbursementKind } from '@hearth/contracts/reimbursement'

/** An item of the demonstration; amounts are nominal. */
export type ClaimedItem = Readonly<{
  description: string
  category: ItemCategory
  claimed: number
  cost?: number
  repair?: number
  /** Months before the check-out. */
  age?: number
}>

/** How far a claim of the demonstration has come. */
export type Claimed = Readonly<{
  kind: Exclude<ReimbursementKind, 'expense'>
  items: readonly ClaimedItem[]
  outcome:
    | 'draft'
    | 'withdrawn'
    | 'expired'
    | 'guest_review'
    | 'guest_accepted'
    | 'under_review'
    | 'in_review'
    | 'info_requested'
    | 'proposed'
    | 'decided'
    | 'appealed'
    | 'decided_final'
  /** What the guest writes. */
  answer?: string
  /** Of the first decision, for each item. */
  reasons?: readonly ReasonCode[]
}>

const tv = { description: 'Television, 43 inch', category: 'electronics', claimed: 600, age: 12 } as const
const linen = { description: 'Duvet cover and sheets', category: 'linen', claimed: 180, age: 8 } as const
const cleaning = {
  description: 'Extra cleaning, 5 hours',
  category: 'cleaning',
  claimed: 120,
  cost: 215,
} as const
const table = { description: 'Scratched side table', category: 'furniture', claimed: 90, age: 40 } as const
const lock = { description: 'Door lock, forced', category: 'structure', claimed: 170, repair: 120 } as const

/** In the order of the stays that ended last, the latest first. */
export const CLAIMS: readonly Claimed[] = [
  {
    kind: 'damage',
    items: [
      { description: 'Glass coffee table, cracked across', category: 'furniture', claimed: 240, age: 30 },
      cleaning,
    ],
    outcome: 'draft',
  },
  {
    kind: 'damage',
    items: [{ description: 'Burnt rug', category: 'decor', claimed: 310, age: 20 }],
    outcome: 'guest_review',
  },
  {
    kind: 'damage',
    items: [lock, cleaning],
    outcome: 'under_review',
    answer: 'The code did not work, we had to get in. The flat was clean when we left.',
  },
  {
    kind: 'damage',
    items: [tv, linen, cleaning, table],
    outcome: 'decided',
    answer: 'The wine was us, sorry. The TV was like that when we came.',
    reasons: ['depreciated', 'depreciated', 'depreciated', 'pre_existing'],
  },
  {
    kind: 'damage',
    items: [{ description: 'Kayak paddle', category: 'other', claimed: 180 }],
    outcome: 'info_requested',
    answer: 'It was broken before we took it out.',
  },
  {
    kind: 'damage',
    items: [{ description: 'Stained sofa cover', category: 'furniture', claimed: 96, age: 2 }],
    outcome: 'guest_accepted',
    answer: 'That was our little one. Of course we pay for it.',
  },
  {
    kind: 'damage',
    items: [{ description: 'Missing towels', category: 'linen', claimed: 75 }],
    outcome: 'decided',
    answer: 'We took none.',
    reasons: ['not_guest_caused'],
  },
  {
    kind: 'damage',
    items: [{ description: 'Upright piano, lid broken off', category: 'structure', claimed: 2_400 }],
    outcome: 'proposed',
    answer: 'It fell by itself.',
  },
  { kind: 'extra_cleaning', items: [cleaning], outcome: 'guest_review' },
  {
    kind: 'damage',
    items: [tv, table],
    outcome: 'appealed',
    answer: 'Not us.',
    reasons: ['depreciated', 'not_guest_caused'],
  },
  {
    kind: 'rule_violation_cost',
    items: [{ description: 'Call-out of the building’s security', category: 'other', claimed: 150 }],
    outcome: 'in_review',
    answer: 'There were six of us, and it was before midnight.',
  },
  {
    kind: 'damage',
    items: [{ description: 'Induction hob, cracked', category: 'appliance', claimed: 520, age: 24 }],
    outcome: 'decided_final',
    answer: 'A pot fell on it.',
    reasons: ['depreciated'],
  },
  { kind: 'damage', items: [linen], outcome: 'withdrawn' },
  { kind: 'extra_cleaning', items: [{ ...cleaning, claimed: 60, cost: 160 }], outcome: 'draft' },
]

/** About a stay that ended longer ago than a claim may wait. It expires once drafted, before an item is added. */
export const LATE_CLAIM: Claimed = { kind: 'damage', items: [], outcome: 'expired' }
