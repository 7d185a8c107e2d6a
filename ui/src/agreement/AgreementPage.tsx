import { useEffect, useRef, useState } from 'react'
import { agreementText, type AgreementWords, isInForce, isOpenForSigning } from '@hearth/contracts/agreement'
import { useParams } from 'react-router-dom'
import { useCan, useSession } from '../session/session.ts'
import { Loaded } from '../components/feedback/Loaded.tsx'
import { to } from '../navigation/paths.ts'
import { readStatus } from '../data/http/problems.ts'
import type { Listing } from '../data/records/records.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import { agreementTexts } from '../i18n/en/agreement.ts'
import { addTexts } from '../i18n/i18nProvider.ts'
import { onboardingTexts } from '../i18n/en/onboarding.ts'
import { useText } from '../i18n/text.ts'
import { useListing } from '../data/queries/useCase.ts'
import { Banner } from '../components/feedback/Banner.tsx'
import { formatDay } from '../components/dates/localDate.ts'
import { NotFound } from '../components/feedback/NotFound.tsx'
import { PageHeader } from '../components/layout/PageHeader.tsx'
import { StatusChip } from '../components/status/StatusChip.tsx'
import styles from './Agreement.module.css'
import { AmendmentCard } from './AmendmentCard.tsx'
import { DocumentCard, SummaryCard } from './DocumentCard.tsx'
import { PrepareCard } from './PrepareCard.tsx'
import { CountersignCard, FilesCard, NoticeCard, SignersCard } from './SideCards.tsx'
import { SignCard } from './SignCard.tsx'
import { TermsCard } from './TermsCard.tsx'
import { useAgreement, useWords, type Agreement } from './useAgreement.ts'

addTexts({ agreement: agreementTexts, onboarding: onboardingTexts })

/** Records once that a signer opened the agreement, and once that they read it to the end. */
const useReading = (agreement: Agreement, userId: string) => {
  const may = useCan('agreement.respond')
  const reported = useRef({ opened: '', read: '' })
  // The end may be reached before the reader counts, for example while the agreement is being sent.
  const [endReached, setEndReached] = useState('')
  // Two commands, because one may still be running when the other is sent; each has its own key.
  const opened = useCommand({ resource: 'agreements', verb: 'view' })
  const read = useCommand({
    resource: 'agreements',
    verb: 'view',
    onError: () => {
      reported.current.read = ''
      setEndReached('')
    },
  })
  const { id, documentSha256, status, signers } = agreement
  const me = signers.find((signer) => signer.userId === userId)
  const counts = may && me !== undefined && isOpenForSigning(status)
  const report = (what: 'opened' | 'read') => {
    if (reported.current[what] === documentSha256) return
    reported.current[what] = documentSha256
    const { run } = what === 'read' ? read : opened
    run({ record: { id }, body: { scrolledToEnd: what === 'read', documentSha256 } })
  }
  const opens = counts && me.viewedAt === null
  const reads = counts && !me.readToEnd && endReached === documentSha256
  useEffect(() => {
    if (opens) report('opened')
    if (reads) report('read')
  })
  return {
    me: counts ? me : undefined,
    readError: read.error,
    onEnd: () => setEndReached(documentSha256),
  }
}

const statusTone = ({ status }: Agreement) =>
  status === 'active'
    ? 'ok'
    : isOpenForSigning(status) || status === 'terminating'
      ? 'warn'
      : status === 'signed'
        ? 'info'
        : 'mute'

const Contract = ({
  agreement,
  words,
  listing,
}: {
  agreement: Agreement
  words: AgreementWords
  listing: Listing
}) => {
  const t = useText()
  const userId = useSession()?.user.id ?? ''
  const { me, readError, onEnd } = useReading(agreement, userId)
  const { status, model, terms, reason, effectiveOn } = agreement
  const text = agreementText(model, terms, words.merge)
  const over = status === 'declined' || status === 'voided' || status === 'expired' || status === 'terminated'
  return (
    <>
      {over && (
        <Banner icon="alert" title={t(`agreement.status.${status}`)}>
          {t(`agreement.over.${status}`, {
            reason: reason ?? '',
            day: effectiveOn === null ? '' : formatDay(effectiveOn),
          })}
        </Banner>
      )}
      <div className={styles['cols']}>
        <div className={styles['main']}>
          {over && <PrepareCard listingId={listing.id} model={model} again />}
          <AmendmentCard agreement={agreement} words={words} userId={userId} zone={listing.timezone} />
          <SummaryCard text={text} />
          <DocumentCard
            text={text}
            note={me === undefined || me.readToEnd ? '' : t('agreement.documentNote')}
            onEnd={onEnd}
          />
          {me !== undefined && me.signedAt === null && (
            <SignCard
              agreement={agreement}
              me={me}
              name={words.names[userId] ?? ''}
              readToEnd={me.readToEnd}
              readError={readError}
            />
          )}
        </div>
        <div className={styles['side']}>
          <CountersignCard agreement={agreement} />
          <SignersCard agreement={agreement} words={words} zone={listing.timezone} />
          <FilesCard agreement={agreement} />
          <TermsCard agreement={agreement} />
          {isInForce(status) && <NoticeCard agreement={agreement} zone={listing.timezone} />}
        </div>
      </div>
    </>
  )
}

/**
 * `/onboarding/{listingId}/management-agreement`: the costs and how to end it, then the text, then the
 * signature.
 */
const AgreementPage = () => {
  const t = useText()
  const { listingId = '' } = useParams()
  const listing = useListing(listingId)
  const agreement = useAgreement(listingId)
  const words = useWords(agreement.data)
  if (readStatus(listing.error) === 404 || readStatus(listing.error) === 422) return <NotFound />
  const row = agreement.data
  const name = listing.data?.title ?? ''
  const error = listing.error ?? (agreement.none ? null : agreement.error) ?? words.error
  const shown =
    listing.data !== undefined && (agreement.none || (row !== undefined && words.data !== undefined))
      ? { listing: listing.data, row, words: words.data }
      : undefined
  return (
    <>
      <PageHeader
        title={t('agreement.title')}
        detail={name}
        crumbs={[
          { label: t('onboarding.title'), to: to.onboarding() },
          { label: name, to: to.onboardingCase(listingId) },
          { label: t('agreement.title') },
        ]}
        aside={
          row && (
            <StatusChip tone={statusTone(row)}>
              {t(`agreement.status.${row.status}`, {
                day: row.effectiveOn === null ? '' : formatDay(row.effectiveOn),
              })}
            </StatusChip>
          )
        }
      />
      <Loaded
        query={{
          data: shown,
          error,
          refetch: () => Promise.all([listing.refetch(), agreement.refetch(), words.refetch()]),
        }}
        failed={t('agreement.failed')}
        height={420}
      >
        {(all) =>
          all.row === undefined || all.words === undefined ? (
            <PrepareCard listingId={listingId} model={all.listing.feeModel} again={false} />
          ) : (
            <Contract agreement={all.row} words={all.words} listing={all.listing} />
          )
        }
      </Loaded>
    </>
  )
}
export default AgreementPage
