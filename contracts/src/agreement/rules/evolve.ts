import type { Instant } from '../../kernel/dates.ts'
import type { OfType } from '../../kernel/message.ts'
import type { Agreement, Merge, Proof, Signer } from '../agreement.ts'
import type { AgreementEvent } from '../messages.ts'

/**
 * An agreement with everything that is sealed in the log: who must sign, what the text is filled with, and
 * the proofs of every step.
 */
export type WholeAgreement = Agreement &
  Readonly<{ merge: Merge; names: Readonly<Record<string, string>>; proofs: readonly Proof[] }>
/** Undefined before the first document. */
export type AgreementState = WholeAgreement | undefined

type Data<T extends AgreementEvent['type']> = OfType<AgreementEvent, T>['data']
type Evolve = {
  readonly [T in AgreementEvent['type']]: (
    state: AgreementState,
    data: Data<T>,
    at: Instant,
  ) => AgreementState
}

const change = (
  state: AgreementState,
  part: (agreement: WholeAgreement) => Partial<WholeAgreement>,
): AgreementState => state && { ...state, ...part(state) }
const changeSigner = ({ signers }: WholeAgreement, userId: string, part: Partial<Signer>) =>
  signers.map((signer) => (signer.userId === userId ? { ...signer, ...part } : signer))

const prove = (
  { proofs, names }: WholeAgreement,
  what: Proof['what'],
  {
    userId,
    documentSha256,
    evidence,
  }: Data<'AgreementSigned'> | Pick<Data<'AgreementViewed'>, 'userId' | 'documentSha256' | 'evidence'>,
  at: Instant,
  name = names[userId] ?? '',
): readonly Proof[] => [...proofs, { what, userId, name, at, documentSha256, evidence }]

/**
 * The agreement after each event: what decides, what is shown and what the certificate prints fold with the
 * same function.
 */
export const evolveAgreement: Evolve = {
  AgreementGenerated: (_state, { agreementId: _id, ...document }, at) => ({
    ...document,
    status: 'sent',
    signers: [],
    sentAt: at,
    expiresAt: at,
    signedSha256: null,
    signedAt: null,
    countersignedAt: null,
    amendment: null,
    effectiveOn: null,
    reason: null,
    names: {},
    proofs: [],
  }),
  AgreementSignerNamed: (state, { userId, legalName, ownershipBps, order }) =>
    change(state, ({ signers, names }) => ({
      signers: [
        ...signers,
        { userId, ownershipBps, order, viewedAt: null, readToEnd: false, consentedAt: null, signedAt: null },
      ],
      names: { ...names, [userId]: legalName },
    })),
  AgreementSent: (state, { expiresAt }, sentAt) => change(state, () => ({ sentAt, expiresAt })),
  AgreementViewed: (state, data, at) =>
    change(state, (agreement) => {
      const before = agreement.signers.find(({ userId }) => userId === data.userId)
      return {
        status: agreement.status === 'sent' ? 'viewed' : agreement.status,
        signers: changeSigner(agreement, data.userId, {
          viewedAt: before?.viewedAt ?? at,
          readToEnd: data.scrolledToEnd || before?.readToEnd === true,
        }),
        proofs: prove(agreement, 'viewed', data, at),
      }
    }),
  EsignConsentGiven: (state, data, at) =>
    change(state, (agreement) => ({
      signers: changeSigner(agreement, data.userId, { consentedAt: at }),
      proofs: prove(agreement, 'consent', data, at),
    })),
  AgreementSigned: (state, data, at) =>
    change(state, (agreement) => ({
      status: data.complete ? 'signed' : 'partially_signed',
      signedAt: data.complete ? at : null,
      signedSha256: data.signedSha256,
      signers: changeSigner(agreement, data.userId, { signedAt: at }),
      proofs: prove(agreement, 'signed', data, at, data.typedName),
    })),
  AgreementDeclined: (state, { reason }) => change(state, () => ({ status: 'declined', reason })),
  AgreementVoided: (state, { reason }) => change(state, () => ({ status: 'voided', reason })),
  AgreementExpired: (state) => change(state, () => ({ status: 'expired' })),
  AgreementCountersigned: (state, data, at) =>
    change(state, (agreement) => ({
      status: 'active',
      countersignedAt: at,
      signedSha256: data.signedSha256,
      proofs: prove(agreement, 'countersigned', data, at, data.name),
    })),
  AmendmentProposed: (state, { amendmentId, terms, reason, documentSha256, expiresAt }, proposedAt) =>
    change(state, () => ({
      amendment: { amendmentId, terms, reason, documentSha256, expiresAt, proposedAt, acceptedBy: [] },
    })),
  AmendmentAccepted: (state, data, at) =>
    change(state, (agreement) => ({
      amendment: agreement.amendment && {
        ...agreement.amendment,
        acceptedBy: [...agreement.amendment.acceptedBy, data.userId],
      },
      proofs: prove(agreement, 'amendment_accepted', data, at, data.typedName),
    })),
  AmendmentDeclined: (state) => change(state, () => ({ amendment: null })),
  AgreementAmended: (state, { terms, documentSha256, signedSha256 }) =>
    change(state, () => ({ terms, documentSha256, signedSha256, amendment: null })),
  AgreementNoticeGiven: (state, { effectiveOn, reason }) =>
    change(state, () => ({ status: 'terminating', effectiveOn, reason })),
  AgreementTerminated: (state) => change(state, () => ({ status: 'terminated' })),
}
