import {
  standardTerms,
  TEMPLATE_VERSION,
  WHOLE_OWNERSHIP_BPS,
  type AgreementCommand,
  type AgreementTerms,
  type Merge,
} from '@hearth/contracts/agreement'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Actor, OfType } from '@hearth/contracts/kernel/message'
import { missingBefore, NO_STEP_BEGUN, formatStepPage, type StepStates } from '@hearth/contracts/onboarding'
import type { PlatformFeeTerms } from '@hearth/contracts/policy'
import { activeMembers, type AccountState } from '../account/account.state.ts'
import { contentOf, formatPlace, type ListingState } from '../listing/listing.state.ts'

type Wanted = OfType<AgreementCommand, 'GenerateAgreement'>['data']
export type NamedSigner = Readonly<{ userId: string; legalName: string; ownershipBps: number }>
/** A step that must be done first, as a refusal names it. */
export type Unmet = Readonly<{ code: string; message: string; fixRoute: string }>
export type Draft =
  | Readonly<{
      kind: 'draft'
      terms: AgreementTerms
      merge: Merge
      templateVersion: string
      signers: readonly NamedSigner[]
    }>
  | Readonly<{ kind: 'unmet'; unmet: readonly Unmet[] }>

const formatText = (value: unknown): string => (typeof value === 'string' ? value : '')

export type DraftSources = Readonly<{
  wanted: Wanted
  listing: ListingState
  account: AccountState
  /** The onboarding case's steps; null for a listing that has none. */
  steps: StepStates | null
  fees: PlatformFeeTerms
  actor: Actor
  now: Instant
}>

/** The content of the document, or what is missing for it. */
export const createDraft = ({ wanted, listing, account, steps, fees, actor, now }: DraftSources): Draft => {
  if (listing.status === 'none' || account.status === 'none')
    return {
      kind: 'unmet',
      unmet: [{ code: 'LISTING_MISSING', message: 'This listing doesn’t exist.', fixRoute: '/listings' }],
    }
  const hostName = formatText(account.legal['legalName'])
  const hostAddress = formatText(account.legal['legalAddress'])
  const listingAddress = formatPlace(listing)
  const open = steps === null ? [] : missingBefore('agreement', { ...NO_STEP_BEGUN, ...steps })
  const unmet: Unmet[] = [
    ...(hostName === ''
      ? [
          {
            code: 'LEGAL_NAME_MISSING',
            message: 'The agreement needs your legal name and address. Add them to your profile first.',
            fixRoute: '/account',
          },
        ]
      : []),
    ...open.map((step) => ({
      code: 'STEP_OPEN',
      message: `Complete “${step}” first.`,
      fixRoute: formatStepPage(step, wanted.listingId),
    })),
  ]
  if (unmet.length > 0) return { kind: 'unmet', unmet }
  const owners = activeMembers(account).flatMap(({ userId, role }) =>
    role === 'owner' && userId !== null ? [userId] : [],
  )
  const first = owners.includes(actor.id) ? actor.id : owners[0]
  if (first === undefined)
    return {
      kind: 'unmet',
      unmet: [
        { code: 'OWNER_MISSING', message: 'The account has no owner who can sign.', fixRoute: '/account' },
      ],
    }
  const legalName = account.legal['kind'] === 'company' && first === actor.id ? actor.name : hostName
  const signers =
    wanted.signers.length > 0
      ? wanted.signers
      : [{ userId: first, legalName, ownershipBps: WHOLE_OWNERSHIP_BPS }]
  return {
    kind: 'draft',
    terms: wanted.terms ?? standardTerms(wanted.model, listing.currency, fees[wanted.model]),
    merge: {
      hostName,
      hostAddress: hostAddress || '—',
      listingName:
        contentOf(listing).description?.title ?? contentOf(listing).info?.internalName ?? listing.place,
      listingAddress,
      preparedOn: now.slice(0, 10),
    },
    templateVersion: TEMPLATE_VERSION,
    signers,
  }
}
