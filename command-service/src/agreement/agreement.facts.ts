import {
  isOpenForSigning,
  type AgreementCommand,
  type Evidence,
  type Proof,
  type WholeAgreement,
} from '@hearth/contracts/agreement'
import { accountFold } from '../account/account.state.ts'
import { activeMembers } from '../account/account.state.ts'
import { listingFold } from '../listing/listing.state.ts'
import { onboardingFold } from '../onboarding/onboarding.state.ts'
import type { Load, LoadRequest, Sources } from '../runtime/decider.ts'
import { agreementFold } from './agreement.state.ts'
import { draftOf, type Draft } from './draft.ts'
import type { AgreementDocument } from './printAgreement.ts'

export type AgreementFacts = Readonly<{
  /** For a new document; null otherwise. */
  draft: Draft | null
  listingCurrency: string | null
  /** Active owners of the account: only they may sign. */
  owners: readonly string[]
  evidence: Evidence
  /** The new document's, or that of the present one with its certificate. */
  sha256: string | null
  /** Whether the file to be signed is what its name says. */
  fileWhole: boolean
  /** Whether the proof of authority that the command names was uploaded for this listing. */
  authorityKnown: boolean
}>

const NOTHING: Omit<AgreementFacts, 'evidence'> = {
  draft: null,
  listingCurrency: null,
  owners: [],
  sha256: null,
  fileWhole: true,
  authorityKnown: true,
}

/** The present document as it was printed. */
const documentOf = ({
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
  ...documentOf(state),
  terms,
  amends: { documentSha256: state.documentSha256, reason },
})

type Step = Readonly<{ what: Proof['what']; name: string }>

/** The file that the step would leave behind: the document with everything proved so far, and this. */
const certified = async (
  document: AgreementDocument,
  documentSha256: string,
  state: WholeAgreement,
  { what, name }: Step,
  evidence: Evidence,
  { now, actor, tenantId }: LoadRequest,
  { documents }: Sources,
) => {
  const proof: Proof = { what, userId: actor.id, name, at: now, documentSha256, evidence }
  const proofs = [...state.proofs.filter((earlier) => earlier.documentSha256 === documentSha256), proof]
  const [fileWhole, sha256] = [
    await documents.isWhole(tenantId, documentSha256),
    await documents.keep(tenantId, { ...document, certificate: { documentSha256, proofs } }),
  ]
  return { fileWhole, sha256 }
}

export const loadAgreementFacts: Load<AgreementCommand, AgreementFacts> = async (
  command,
  request,
  sources,
) => {
  const { id, tenantId, now, actor, where } = request
  const { readState, policiesAt, emailOf, fileOf, documents } = sources
  const evidence: Evidence = {
    email: actor.kind === 'service' ? '' : ((await emailOf(actor.id)) ?? ''),
    ip: where?.ip ?? '',
    userAgent: where?.userAgent ?? '',
  }
  const facts = { ...NOTHING, evidence }
  switch (command.type) {
    case 'GenerateAgreement': {
      const { listingId, authorityFileId } = command.data
      const [home, host, steps, fees] = await Promise.all([
        readState(listingFold, listingId),
        readState(accountFold, tenantId),
        readState(onboardingFold, listingId),
        policiesAt('platformFee', now),
      ])
      const draft = draftOf({
        wanted: command.data,
        listing: home,
        account: host,
        steps: steps?.steps ?? null,
        fees: fees.body,
        actor,
        now,
      })
      const owners = activeMembers(host).flatMap(({ userId, role }) =>
        role === 'owner' && userId !== null ? [userId] : [],
      )
      const sha256 =
        draft.kind === 'unmet'
          ? null
          : await documents.keep(tenantId, {
              ...draft,
              model: command.data.model,
              amends: null,
              certificate: null,
            })
      const authorityKnown =
        authorityFileId === null || (await fileOf(listingId, authorityFileId)) !== undefined
      return {
        ...facts,
        draft,
        owners,
        sha256,
        authorityKnown,
        listingCurrency: home.status === 'none' ? null : home.currency,
      }
    }
    case 'SignAgreement': {
      const state = await readState(agreementFold, id)
      if (state === undefined || !isOpenForSigning(state.status)) return facts
      return {
        ...facts,
        ...(await certified(
          documentOf(state),
          state.documentSha256,
          state,
          { what: 'signed', name: command.data.typedName },
          evidence,
          request,
          sources,
        )),
      }
    }
    case 'CountersignAgreement': {
      const state = await readState(agreementFold, id)
      if (state?.status !== 'signed') return facts
      return {
        ...facts,
        ...(await certified(
          documentOf(state),
          state.documentSha256,
          state,
          { what: 'countersigned', name: actor.name },
          evidence,
          request,
          sources,
        )),
      }
    }
    case 'ProposeAmendment': {
      const state = await readState(agreementFold, id)
      return state === undefined
        ? facts
        : {
            ...facts,
            listingCurrency: state.terms.currency,
            sha256: await documents.keep(
              tenantId,
              amendmentDocument(state, command.data.terms, command.data.reason),
            ),
          }
    }
    case 'AcceptAmendment': {
      const state = await readState(agreementFold, id)
      if (state?.amendment == null) return facts
      const { terms, reason, documentSha256 } = state.amendment
      return {
        ...facts,
        ...(await certified(
          amendmentDocument(state, terms, reason),
          documentSha256,
          state,
          { what: 'amendment_accepted', name: command.data.typedName },
          evidence,
          request,
          sources,
        )),
      }
    }
    default:
      return facts
  }
}
