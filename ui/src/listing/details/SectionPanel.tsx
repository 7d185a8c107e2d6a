import type { SectionName } from '@hearth/contracts/listing/sections/sections'
import { useCan } from '../../session/session.ts'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { AccessibilityForm } from '../../listing-sections/forms/AccessibilityForm.tsx'
import { AllAmenities } from '../../listing-sections/forms/AllAmenities.tsx'
import { EssentialAmenities, PopularAmenities } from '../../listing-sections/forms/AmenityPages.tsx'
import { ContactForm } from '../../listing-sections/forms/ContactForm.tsx'
import type { FormProps } from '../../listing-sections/fields/formProps.ts'
import { RoomsForm } from '../../listing-sections/forms/RoomsForm.tsx'
import { ReadOnlyAnswers } from '../../listing-sections/fields/readOnlyAnswers.ts'
import { SaveStatus } from '../../listing-sections/fields/SaveStatus.tsx'
import { isCardSection, SectionCards } from '../../listing-sections/forms/SectionCards.tsx'
import { useSection, useUnsentDrafts } from '../../listing-sections/saving/useSection.ts'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import styles from './Details.module.css'

export type Part = Exclude<SectionName, 'amenities' | 'location'> | 'essential' | 'popular' | 'all'
const sectionOfPart = (part: Part): SectionName =>
  part === 'essential' || part === 'popular' || part === 'all' ? 'amenities' : part
const noComments = () => []

const Form = ({ part, ...props }: FormProps & { part: Part }) => {
  switch (part) {
    case 'essential':
      return <EssentialAmenities {...props} />
    case 'popular':
      return <PopularAmenities {...props} />
    case 'all':
      return <AllAmenities {...props} />
    case 'sleep':
      return <RoomsForm {...props} />
    case 'accessibility':
      return <AccessibilityForm {...props} />
    case 'contact':
      return <ContactForm {...props} />
    default:
      return isCardSection(part) ? <SectionCards {...props} section={part} /> : null
  }
}

/** One section of a listing: the same questions as in onboarding, saved in the same way. */
export const SectionPanel = ({ listing, part }: { listing: Listing; part: Part }) => {
  const t = useText()
  const mayWrite = useCan('listing.write')
  const editor = useSection(listing.id, sectionOfPart(part))
  useUnsentDrafts()
  if (editor.fields === undefined)
    return editor.loadError ? (
      <ErrorState
        title={t('listings.oneFailed')}
        error={editor.loadError}
        onRetry={() => void editor.refetch()}
      />
    ) : (
      <div className={styles['panel']} aria-busy="true">
        <Skeleton height={420} />
      </div>
    )
  return (
    <fieldset className={styles['panel']} disabled={!mayWrite || listing.status === 'delisted'}>
      <legend className="sr">{t(`listingDetails.section.${sectionOfPart(part)}`)}</legend>
      {!mayWrite && <p className="small c">{t('listingDetails.readOnly')}</p>}
      <ReadOnlyAnswers value={!mayWrite}>
        <Form
          part={part}
          listingId={listing.id}
          currency={listing.currency}
          editor={editor}
          onboarding={undefined}
          commentsAt={noComments}
        />
      </ReadOnlyAnswers>
      {mayWrite && (
        <div className={styles['saving']}>
          <SaveStatus editor={editor} onlyChanges />
        </div>
      )}
    </fieldset>
  )
}
