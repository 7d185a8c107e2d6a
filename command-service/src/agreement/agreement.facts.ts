import {
  isOpenForSigning,
  type AgreementCommand,
  type Evidence,
  type Proof,
  type WholeAgreement,
} from '@hearth/contracts/agreement'
import type { OfType } from '@hearth/contracts/kernel/message'
import { accountFold } from '../account/account.state.ts'
import { activeMembers } from '../account/account.state.ts'
import { listingFold } from '../listing/listing.state.ts'
import { onboardingFold } from '../onboarding/onboarding.state.ts'
import type { FindFile } from '../file/usableFile.ts'
import type { ReadPolicy } from '../policy/policyReader.ts'
import type { Load, LoadRequest, ReadState } from '../runtime/decider.ts'
import type { AgreementFiles, PrintedAgreement } from './agreementFiles.ts'
import { agreementFold } from './agreement.state.ts'
import { createDraft, type Draft } from './draft.ts'
import type { AgreementDocument } from './printAgreement.ts'

export type AgreementFacts = Readonly<{
  /** For a new document; null otherwise. */
  draft: Draft | null
  listingCurrency: string | null
  /** Active owners of the account: only they can sign. */
  owners: readonly string[]
  evidence: Evidence
  /** The new document's, or that of the present one with its certificate. */
  sha256: string | null
  /** The content of the file with this hash; stored when the command is accepted. */
  bytes: Buffer | null
  /** Whether the file to be signed matches the hash in its name. */
  fileWhole: boolean
  /** Whether the proof of authority that the command names was uploaded for this listing. */
  authorityKnown: boolean
}>

const NOTHING: Omit<AgreementFacts, 'evidence'> = {
  draft: null,
  listingCurrency: null,
  owners: [],
  sha256: null,
  bytes: null,
  fileWhole: true,
  authorityKnown: true,
}

/** The present document as it was printed. */
const readDocument = ({
  model,
  terms,
  merge,
  templateVersion,
  signers,
  names,
}: WholeAgreement): AgreementDocument => ({
  model,
  terms,
  merge,
  templateVersion,
  signers: signers.map(({ userId, ownershipBps }) => ({ legalName: names[userId] ?? '', ownershipBps })),
  amends: null,
  certificate: null,
})

const amendmentDocument = (
  state: WholeAgreement,
  terms: WholeAgreement['terms'],
  reason: string,
): AgreementDocument => ({
  ...readDocument(state),
  terms,
  amends: { documentSha256: state.documentSha256, reason },
})

type Step = Readonly<{ what: Proof['what']; name: string }>

export type AgreementPorts = Readonly<{
  readPolicy: ReadPolicy
  findFile: FindFile
  /** Finds a user's email address; null when no user has this id. */
  findEmail: (userId: string) => Promise<string | null>
  files: AgreementFiles
}>

type Found = Partial<AgreementFacts>

/** Prints the file after this step: the document with all evidence so far. */
const certify = async (
  document: AgreementDocument,
  documentSha256: string,
  { proofs }: WholeAgreement,
  { what, name }: Step,
  evidence: Evidence,
  { now, actor, tenantId }: LoadRequest,
  files: AgreementFiles,
): Promise<Found> => {
  const proof: Proof = { what, userId: actor.id, name, at: now, documentSha256, evidence }
  const earlier = proofs.filter((known) => known.documentSha256 === documentSha256)
  const certificate = { documentSha256, proofs: [...earlier, proof] }
  const fileWhole = await files.isWhole(tenantId, documentSha256)
  return { fileWhole, ...(await files.print({ ...document, certificate })) }
}

const loadForDraft = async (
  wanted: OfType<AgreementCommand, 'GenerateAgreement'>['data'],
  { tenantId, now, actor }: LoadRequest,
  readState: ReadState,
  { readPolicy, findFile, files }: AgreementPorts,
): Promise<Found> => {
  const { listingId, authorityFileId, model } = wanted
  const [listing, account, onboarding, fees] = await Promise.all([
    readState(listingFold, listingId),
    readState(accountFold, tenantId),
    readState(onboardingFold, listingId),
    readPolicy('platformFee', now),
  ])
  const steps = onboarding?.steps ?? null
  const draft = createDraft({ wanted, listing, account, steps, fees: fees.body, actor, now })
  const printed: PrintedAgreement | undefined =
    draft.kind === 'unmet'
      ? undefined
      : await files.print({ ...draft, model, amends: null, certificate: null })
  return {
    draft,
    owners: activeMembers(account).flatMap(({ userId, role }) =>
      role === 'owner' && userId !== null ? [userId] : [],
    ),
    ...printed,
    authorityKnown: authorityFileId === null || (await findFile(listingId, authorityFileId)) !== undefined,
    listingCurrency: listing.status === 'none' ? null : listing.currency,
  }
}

const loadForKnown = async (
  command: AgreementCommand,
  state: WholeAgreement,
  evidence: Evidence,
  request: LoadRequest,
  files: AgreementFiles,
): Promise<Found> => {
  const { documentSha256, amendment } = state
  switch (command.type) {
    case 'SignAgreement': {
      const step: Step = { what: 'signed', name: command.data.typedName }
      return isOpenForSigning(state.status)
        ? certify(readDocument(state), documentSha256, state, step, evidence, request, files)
        : {}
    }
    case 'CountersignAgreement': {
      const step: Step = { what: 'countersigned', name: request.actor.name }
      return state.status === 'signed'
        ? certify(readDocument(state), documentSha256, state, step, evidence, request, files)
        : {}
    }
    case 'ProposeAmendment': {
      const { terms, reason } = command.data
      const printed = await files.print(amendmentDocument(state, terms, reason))
      return { listingCurrency: state.terms.currency, ...printed }
    }
    case 'AcceptAmendment': {
      if (amendment === null) return {}
      const document = amendmentDocument(state, amendment.terms, amendment.reason)
      const step: Step = { what: 'amendment_accepted', name: command.data.typedName }
      return certify(document, amendment.documentSha256, state, step, evidence, request, files)
    }
    default:
      return {}
  }
}

export const createAgreementFactLoader =
  (ports: AgreementPorts): Load<AgreementCommand, AgreementFacts> =>
  async (command, request, readState) => {
    const { id, actor, where } = request
    const evidence: Evidence = {
      email: actor.kind === 'service' ? '' : ((await ports.findEmail(actor.id)) ?? ''),
      ip: where?.ip ?? '',
      userAgent: where?.userAgent ?? '',
    }
    const facts = { ...NOTHING, evidence }
    if (command.type === 'GenerateAgreement')
      return { ...facts, ...(await loadForDraft(command.data, request, readState, ports)) }
    const state = await readState(agreementFold, id)
    return state === undefined
      ? facts
      : { ...facts, ...(await loadForKnown(command, state, evidence, request, ports.files)) }
  }

/** The file is stored before the event that names it; a refused signature leaves no file behind. */
export const createAgreementKeeper =
  ({ files }: AgreementPorts) =>
  async ({ sha256, bytes }: AgreementFacts, { tenantId }: LoadRequest): Promise<void> => {
    if (sha256 !== null && bytes !== null) await files.store(tenantId, { sha256, bytes })
  }
