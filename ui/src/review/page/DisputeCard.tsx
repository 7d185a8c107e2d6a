import { useState } from 'react'
import { Button } from '@mui/material'
import { useGetList } from 'react-admin'
import { z } from 'zod'
import {
  DISPUTE_GROUNDS,
  review as reviews,
  averageOf,
  withoutReview,
  type Rating,
  type Evidence,
  type GuestReview,
} from '@hearth/contracts/review'
import { formatReaderInstant } from '../../components/dates/localDate.ts'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { Checkbox } from '../../components/form/Checkbox.tsx'
import { CommandForm } from '../../components/form/CommandForm.tsx'
import { FileButton } from '../../components/form/FileButton.tsx'
import { SubmitButton } from '../../components/form/SubmitButton.tsx'
import { SelectField } from '../../components/form/fields/SelectField.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { Card } from '../../components/layout/Card.tsx'
import { useCommand } from '../../data/commands/useCommand.ts'
import { ACCEPTED_FILES, useUpload } from '../../data/http/useUpload.ts'
import { useListings } from '../../data/queries/useListings.ts'
import type { ListedIncident, ListedReimbursement, Review } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useCan, useSees, useSession } from '../../session/session.ts'
import { useGuest } from '../useGuest.ts'
import { formatRating, useRatings } from '../../data/queries/useRatings.ts'
import styles from './ReviewPage.module.css'

const ROWS = 2
const MAX_CLAIMS = 5
const MAX_INCIDENTS = 5
/** No reason is chosen at first. */
const schema = reviews.commands.DisputeReview.schema.extend({
  ground: z.string().pipe(z.enum(DISPUTE_GROUNDS)),
})

type Props = Readonly<{ review: Review; content: GuestReview }>

const isHigher = (one: Rating, other: Rating) => (averageOf(one) ?? 0) > (averageOf(other) ?? 0)

/** The rating as it is, and as it would be. */
const RatingIfRemoved = ({ review, content: { overall } }: Props) => {
  const t = useText()
  const { data: ratings } = useRatings()
  const listing = useListings([review.listingId]).get(review.listingId)?.title ?? ''
  const ofListing = ratings?.listings.find(({ listingId }) => listingId === review.listingId)
  if (ratings === undefined || ofListing === undefined) return null
  const rows = [
    [t('reviews.dispute.ofListing', { listing, smart_count: ofListing.count }), ofListing],
    [t('reviews.dispute.allListings', { smart_count: ratings.all.count }), ratings.all],
  ] as const
  return (
    <table className={styles['ratings']}>
      <thead>
        <tr>
          <th>
            <span className="sr">{t('reviews.columns.rating')}</span>
          </th>
          <th scope="col">{t('reviews.dispute.now')}</th>
          <th scope="col">{t('reviews.dispute.without')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, rating]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{formatRating(rating)}</td>
            <td className={isHigher(withoutReview(rating, overall), rating) ? 'ok-ink' : undefined}>
              {formatRating(withoutReview(rating, overall))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type EvidenceProps = Readonly<{
  review: Review
  content: GuestReview
  value: readonly Evidence[]
  onChange: (evidence: Evidence[]) => void
}>

const EvidenceField = ({ review, content, value, onChange }: EvidenceProps) => {
  const t = useText()
  const guest = useGuest(review).first
  const mayUpload = useCan('listing.write')
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const upload = useUpload(review.listingId, ({ id, name }) => {
    setNames((known) => new Map([...known, [id, name]]))
    onChange([...value, { kind: 'file', fileId: id }])
  })
  const { data: claims = [] } = useGetList<ListedReimbursement>(
    'reimbursements',
    {
      pagination: { page: 1, perPage: MAX_CLAIMS },
      sort: { field: 'dueAt', order: 'ASC' },
      filter: { bookingId: review.id },
    },
    { enabled: useSees('reimbursement.read') },
  )
  const { data: incidents = [] } = useGetList<ListedIncident>(
    'incidents',
    {
      pagination: { page: 1, perPage: MAX_INCIDENTS },
      sort: { field: 'reportedAt', order: 'DESC' },
      filter: { bookingId: review.id },
    },
    { enabled: useSees('incident.read') },
  )
  const offered: readonly (readonly [label: string, evidence: Evidence])[] = [
    ...claims.map(
      ({ id, code }) => [t('reviews.dispute.claim', { code }), { kind: 'claim', claimId: id }] as const,
    ),
    ...incidents.map(
      ({ id, code }) =>
        [t('reviews.dispute.incident', { code }), { kind: 'incident', incidentId: id }] as const,
    ),
    ...(content.privateText === ''
      ? []
      : [[t('reviews.dispute.private_text', { guest }), { kind: 'private_text' }] as const]),
    [t('reviews.dispute.public_text', { guest }), { kind: 'public_text' }],
  ]
  const isSame = (one: Evidence, other: Evidence) => JSON.stringify(one) === JSON.stringify(other)
  const toggle = (evidence: Evidence) => {
    const others = value.filter((one) => !isSame(one, evidence))
    onChange(others.length < value.length ? others : [...value, evidence])
  }
  return (
    <fieldset className={styles['evidence']}>
      <legend>{t('reviews.dispute.evidence')}</legend>
      {offered.map(([label, evidence]) => (
        <label key={label} className={styles['file']}>
          <Checkbox
            label={label}
            checked={value.some((one) => isSame(one, evidence))}
            onChange={() => toggle(evidence)}
          />
          <span aria-hidden>{label}</span>
        </label>
      ))}
      {value.flatMap((one) =>
        one.kind === 'file'
          ? [
              <p key={one.fileId} className={styles['file']}>
                <span className="clip">{names.get(one.fileId)}</span>
                <Button
                  size="small"
                  variant="text"
                  onClick={() => onChange(value.filter((other) => other !== one))}
                >
                  {t('reviews.dispute.removeFile', { name: names.get(one.fileId) ?? '' })}
                </Button>
              </p>,
            ]
          : [],
      )}
      {mayUpload && (
        <FileButton
          label={t('reviews.dispute.addFile')}
          accept={ACCEPTED_FILES}
          pending={upload.pending}
          onFile={(file) => upload.send(file)}
        />
      )}
      <ProblemText error={upload.error} />
    </fieldset>
  )
}

/** Asks Hearth to remove the guest’s review, with a reason and evidence. */
export const DisputeCard = ({ review, content }: Props) => {
  const t = useText()
  const saved = useSaved()
  const command = useCommand({
    resource: 'reviews',
    verb: 'dispute',
    onSuccess: () => saved(t('reviews.dispute.sent')),
  })
  const form = useCommandForm({
    schema,
    values: { ground: '', explanation: '', evidence: [] },
    command,
    send: (body) => command.run({ record: review, body }),
    mode: 'onSubmit',
  })
  return (
    <>
      <Card title={t('reviews.dispute.title')}>
        <CommandForm form={form} label={t('reviews.dispute.title')}>
          <div className={styles['form']}>
            <SelectField
              control={form.control}
              name="ground"
              label={t('reviews.dispute.why')}
              options={[
                { value: '', label: t('reviews.dispute.choose') },
                ...DISPUTE_GROUNDS.map((ground) => ({
                  value: ground,
                  label: t(`reviews.dispute.ground.${ground}`),
                })),
              ]}
            />
            <TextField
              control={form.control}
              name="explanation"
              rows={ROWS}
              label={t('reviews.dispute.explanation')}
              note={t('reviews.dispute.optional')}
            />
            <EvidenceField
              review={review}
              content={content}
              value={form.values.evidence}
              onChange={(evidence) => form.set({ evidence })}
            />
            <RatingIfRemoved review={review} content={content} />
            <p className="small q">{t('reviews.dispute.stays')}</p>
            <ProblemText error={form.error} />
            <SubmitButton form={form}>{t('reviews.dispute.send')}</SubmitButton>
            {form.body === undefined && <p className="small q">{t('reviews.dispute.missing')}</p>}
          </div>
        </CommandForm>
      </Card>
      <Card title={t('reviews.dispute.who')}>
        <p className={styles['part']}>{t('reviews.dispute.whoText')}</p>
      </Card>
    </>
  )
}

type Dispute = NonNullable<Review['dispute']>

/** That Hearth is checking, or what it decided and why. */
export const DisputeOutcome = ({ review, dispute }: { review: Review; dispute: Dispute }) => {
  const t = useText()
  const isHost = useSession()?.account != null
  const { decision, reason, decidedAt, at, ground } = dispute
  if (decision === null)
    return (
      <Card title={t(isHost ? 'reviews.dispute.waiting' : 'reviews.dispute.waitingOf')}>
        <p className={`num ${styles['part']}`}>
          {t(isHost ? 'reviews.dispute.waitingText' : 'reviews.dispute.waitingTextOf', {
            at: formatReaderInstant(at),
            ground: t(`reviews.dispute.ground.${ground}`).toLowerCase(),
          })}
        </p>
      </Card>
    )
  return (
    <Card title={t(review.removedAt === null ? 'reviews.dispute.upheld' : 'reviews.dispute.removed')}>
      <div className={styles['part']}>
        <p>{reason}</p>
        {decidedAt !== null && (
          <p className="small q num">
            {t('reviews.dispute.decidedAt', { at: formatReaderInstant(decidedAt) })}
          </p>
        )}
      </div>
    </Card>
  )
}
