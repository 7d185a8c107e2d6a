import {
  MEASURES,
  zAccessibilityFeature,
  type AccessibilityFeature,
} from '@hearth/contracts/listing/sections/accessibility'
import { fileUrl } from '@hearth/contracts/file'
import { IconButton, InputAdornment } from '@mui/material'
import { problemText } from '../../data/http/problems.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { Checkbox } from '../../components/form/Checkbox.tsx'
import { FileButton } from '../../components/form/FileButton.tsx'
import { Icon } from '../../components/display/icons.tsx'
import type { SectionEditor } from '../saving/useSection.ts'
import amenities from './Amenities.module.css'
import { Confirm } from '../fields/Choices.tsx'
import { useUpload } from '../../data/http/useUpload.ts'
import styles from '../fields/Form.module.css'
import type { FormProps } from '../fields/formProps.ts'
import { QuestionFrame } from '../fields/Question.tsx'
import { useReadOnlyAnswers } from '../fields/readOnlyAnswers.ts'
import { TypedInput } from '../fields/TypedInput.tsx'

type Claim = Readonly<{ photoIds: readonly string[]; measureCm: unknown }>
const PICTURES = 'image/jpeg,image/png,image/webp,image/heic'

const Measure = ({
  label,
  limits,
  error,
  value,
  onChange,
}: {
  label: string
  limits: Readonly<{ min: number; max: number }>
  error: string | undefined
  value: unknown
  onChange: (measureCm: unknown) => void
}) => {
  const t = useText()
  return (
    <div style={{ maxWidth: 220 }}>
      <TypedInput
        label={t('onboarding.accessibility.measure', { name: label })}
        help={t('onboarding.accessibility.limits', { least: limits.min, most: limits.max })}
        error={error}
        value={value}
        parse={(text) => (/^\d+$/.test(text.trim()) ? Number(text) : text)}
        onChange={onChange}
        inputProps={{ inputMode: 'numeric', maxLength: 4 }}
        endAdornment={<InputAdornment position="end">cm</InputAdornment>}
      />
    </div>
  )
}

const FeaturePhotos = ({
  label,
  photoIds,
  onRemove,
}: {
  label: string
  photoIds: readonly string[]
  onRemove: (id: string) => void
}) => {
  const t = useText()
  return (
    <ul className={styles['options']}>
      {photoIds.map((id, index) => (
        <li key={id} style={{ position: 'relative' }}>
          <img
            src={fileUrl(id, '320')}
            alt={t('onboarding.accessibility.photoOf', { name: label, number: index + 1 })}
            width={120}
            height={80}
            loading="lazy"
            style={{ objectFit: 'cover', borderRadius: 6, background: 'var(--sunken)', display: 'block' }}
          />
          <IconButton
            size="small"
            aria-label={t('onboarding.accessibility.removePhoto', { name: label, number: index + 1 })}
            onClick={() => onRemove(id)}
          >
            <Icon name="trash" size={16} />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

const PhotoUpload = ({ label, upload }: { label: string; upload: ReturnType<typeof useUpload> }) => {
  const t = useText()
  const { send, pending, paused, error } = upload
  return (
    <>
      <div>
        <FileButton
          label={t('onboarding.accessibility.addPhoto')}
          name={t('onboarding.accessibility.addPhotoOf', { name: label })}
          accept={PICTURES}
          pending={pending}
          onFile={send}
        />
      </div>
      {paused && <p className={styles['help']}>{t('onboarding.file.waits')}</p>}
      {error !== null && (
        <p role="alert" className={styles['error']}>
          {problemText(error, t)}
        </p>
      )}
    </>
  )
}

const Feature = ({
  editor,
  listingId,
  feature,
  comments,
}: {
  editor: SectionEditor
  listingId: string
  feature: AccessibilityFeature
  comments: readonly string[]
}) => {
  const t = useText()
  const name = `features/${feature}`
  const claim = (editor.fields?.[name] ?? null) as Claim | null
  const label = t(`onboarding.accessibility.features.${feature}`)
  const limits = MEASURES[feature]
  const set = (next: Claim | null) => editor.set(name, next)
  const upload = useUpload(listingId, ({ id }) =>
    set({ measureCm: null, ...claim, photoIds: [...(claim?.photoIds ?? []), id] }),
  )
  return (
    <li className={amenities['row']}>
      <QuestionFrame editor={editor} section="accessibility" name={name} comments={comments}>
        {(errors) => (
          <>
            <label className={styles['confirm']} style={{ minHeight: 44, alignItems: 'center' }}>
              <Checkbox
                label={label}
                checked={claim !== null}
                onChange={() => set(claim === null ? { photoIds: [], measureCm: null } : null)}
              />
              <span aria-hidden>{label}</span>
            </label>
            {claim !== null && (
              <div className={amenities['note']} style={{ display: 'grid', gap: 10, paddingBottom: 14 }}>
                {limits && (
                  <Measure
                    label={label}
                    limits={limits}
                    error={errors[`${name}/measureCm`]}
                    value={claim.measureCm}
                    onChange={(measureCm) => set({ ...claim, measureCm })}
                  />
                )}
                <FeaturePhotos
                  label={label}
                  photoIds={claim.photoIds}
                  onRemove={(id) => set({ ...claim, photoIds: claim.photoIds.filter((one) => one !== id) })}
                />
                <PhotoUpload label={label} upload={upload} />
              </div>
            )}
          </>
        )}
      </QuestionFrame>
    </li>
  )
}

/** A feature that the home has, as text. */
const FeatureText = ({ editor, feature }: { editor: SectionEditor; feature: AccessibilityFeature }) => {
  const t = useText()
  const claim = (editor.fields?.[`features/${feature}`] ?? null) as Claim | null
  return (
    claim !== null && (
      <li className={amenities['row']}>
        <div className={amenities['line']}>
          <span>{t(`onboarding.accessibility.features.${feature}`)}</span>
          {typeof claim.measureCm === 'number' && <span className="num">{claim.measureCm} cm</span>}
        </div>
      </li>
    )
  )
}

/** The accessibility features of the home, each with its photos and measure, or none at all. */
export const AccessibilityForm = ({ editor, listingId, commentsAt }: FormProps) => {
  const t = useText()
  const readOnly = useReadOnlyAnswers()
  return (
    <Card title={t('onboarding.accessibility.title')}>
      <div className={styles['fields']} style={{ borderBottom: '1px solid var(--line)' }}>
        <QuestionFrame editor={editor} section="accessibility" name="none" comments={commentsAt('none')}>
          {(errors) => (
            <Confirm
              label={t('onboarding.fields.accessibility.none.label')}
              error={errors['none']}
              value={editor.fields?.['none']}
              onChange={(none) => editor.set('none', none)}
            />
          )}
        </QuestionFrame>
      </div>
      <ul className={amenities['rows']}>
        {zAccessibilityFeature.options.map((feature) =>
          readOnly ? (
            <FeatureText key={feature} editor={editor} feature={feature} />
          ) : (
            <Feature
              key={feature}
              editor={editor}
              listingId={listingId}
              feature={feature}
              comments={commentsAt(`features/${feature}`)}
            />
          ),
        )}
      </ul>
    </Card>
  )
}
