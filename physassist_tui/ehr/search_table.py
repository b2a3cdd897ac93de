"""The search parameters of each resource type, as a table; read by `search_params`.

A line is a name, a kind (`reference:Patient`: only those to a Patient) and element paths.
"""

EVERY = """
_lastUpdated date meta.lastUpdated
_tag token meta.tag
"""

ELSEWHERE = """
identifier token identifier
status token status
code token code
category token category
type token type
patient reference:Patient patient subject
subject reference subject
encounter reference:Encounter encounter
"""

TABLE = """
Patient
  identifier token identifier
  name string name.family name.given name.text name.prefix name.suffix
  family string name.family
  given string name.given
  birthdate date birthDate
  death-date date deceasedDateTime
  gender token gender
  active token active
  address string address.line address.city address.state address.postalCode address.text
  address-city string address.city
  address-state string address.state
  address-postalcode string address.postalCode
  address-country string address.country
  telecom token telecom
  phone token telecom
  language token communication.language
  general-practitioner reference generalPractitioner
  organization reference managingOrganization
Practitioner
  identifier token identifier
  name string name.family name.given name.text name.prefix name.suffix
  family string name.family
  given string name.given
  gender token gender
  active token active
PractitionerRole
  identifier token identifier
  practitioner reference practitioner
  organization reference organization
  role token code
  specialty token specialty
  active token active
  date date period
RelatedPerson
  identifier token identifier
  name string name.family name.given name.text
  patient reference:Patient patient
  relationship token relationship
  active token active
Organization
  identifier token identifier
  name string name alias
  type token type
  active token active
  partof reference partOf
Location
  identifier token identifier
  name string name alias
  status token status
  type token type
  organization reference managingOrganization
  partof reference partOf
Encounter
  identifier token identifier
  patient reference:Patient subject
  subject reference subject
  date date period
  status token status
  class token class
  type token type
  reason-code token reasonCode
  reason-reference reference reasonReference
  diagnosis reference diagnosis.condition
  location reference location.location
  location-period date location.period
  participant reference participant.individual
  practitioner reference:Practitioner participant.individual
  part-of reference partOf
  service-provider reference serviceProvider
  based-on reference basedOn
  episode-of-care reference episodeOfCare
Condition
  identifier token identifier
  patient reference:Patient subject
  subject reference subject
  encounter reference:Encounter encounter
  code token code
  category token category
  clinical-status token clinicalStatus
  verification-status token verificationStatus
  severity token severity
  body-site token bodySite
  onset-date date onsetDateTime onsetPeriod
  abatement-date date abatementDateTime abatementPeriod
  recorded-date date recordedDate
  asserter reference asserter
AllergyIntolerance
  identifier token identifier
  patient reference:Patient patient
  code token code reaction.substance
  category token category
  clinical-status token clinicalStatus
  verification-status token verificationStatus
  criticality token criticality
  type token type
  manifestation token reaction.manifestation
  severity token reaction.severity
  route token reaction.exposureRoute
  date date recordedDate
  onset date reaction.onset
  last-date date lastOccurrence
  recorder reference recorder
  asserter reference asserter
Observation
  identifier token identifier
  patient reference:Patient subject
  subject reference subject
  encounter reference:Encounter encounter
  code token code
  component-code token component.code
  combo-code token code component.code
  category token category
  status token status
  date date effectiveDateTime effectivePeriod effectiveInstant effectiveTiming
  value-concept token valueCodeableConcept
  value-date date valueDateTime valuePeriod
  value-string string valueString
  data-absent-reason token dataAbsentReason
  method token method
  based-on reference basedOn
  part-of reference partOf
  derived-from reference derivedFrom
  has-member reference hasMember
  performer reference performer
  specimen reference specimen
  device reference device
  focus reference focus
MedicationRequest
  identifier token identifier
  patient reference:Patient subject
  subject reference subject
  encounter reference:Encounter encounter
  code token medicationCodeableConcept
  medication reference medicationReference
  category token category
  status token status
  intent token intent
  priority token priority
  authoredon date authoredOn
  requester reference requester
  intended-performer reference performer
MedicationAdministration
  identifier token identifier
  patient reference:Patient subject
  subject reference subject
  context reference context
  code token medicationCodeableConcept
  medication reference medicationReference
  status token status
  effective-time date effectiveDateTime effectivePeriod
  reason-given token reasonCode
  reason-not-given token statusReason
  request reference request
  performer reference performer.actor
  device reference device
MedicationStatement
  identifier token identifier
  patient reference:Patient subject
  subject reference subject
  context reference context
  code token medicationCodeableConcept
  medication reference medicationReference
  category token category
  status token status
  effective date effectiveDateTime effectivePeriod
  source reference informationSource
  part-of reference partOf
MedicationDispense
  identifier token identifier
  patient reference:Patient subject
  subject reference subject
  context reference context
  code token medicationCodeableConcept
  medication reference medicationReference
  status token status
  type token type
  whenhandedover date whenHandedOver
  whenprepared date whenPrepared
  prescription reference authorizingPrescription
  performer reference performer.actor
  destination reference destination
Medication
  identifier token identifier
  code token code
  form token form
  status token status
  lot-number token batch.lotNumber
  expiration-date date batch.expirationDate
  ingredient reference ingredient.itemReference
  ingredient-code token ingredient.itemCodeableConcept
Procedure
  identifier token identifier
  patient reference:Patient subject
  subject reference subject
  encounter reference:Encounter encounter
  code token code
  category token category
  status token status
  date date performedDateTime performedPeriod
  reason-code token reasonCode
  reason-reference reference reasonReference
  based-on reference basedOn
  part-of reference partOf
  performer reference performer.actor
  location reference location
DiagnosticReport
  identifier token identifier
  patient reference:Patient subject
  subject reference subject
  encounter reference:Encounter encounter
  code token code
  category token category
  status token status
  conclusion token conclusionCode
  date date effectiveDateTime effectivePeriod
  issued date issued
  based-on reference basedOn
  result reference result
  specimen reference specimen
  performer reference performer
DocumentReference
  identifier token identifier masterIdentifier
  patient reference:Patient subject
  subject reference subject
  encounter reference:Encounter context.encounter
  type token type
  category token category
  status token status
  date date date
  period date context.period
  description string description
  author reference author
  custodian reference custodian
  related reference context.related
  setting token context.practiceSetting
  facility token context.facilityType
  event token context.event
  contenttype token content.attachment.contentType
CarePlan
  identifier token identifier
  patient reference:Patient subject
  subject reference subject
  encounter reference:Encounter encounter
  category token category
  status token status
  intent token intent
  date date period
  activity-code token activity.detail.code
  activity-reference reference activity.reference
  condition reference addresses
  goal reference goal
  care-team reference careTeam
  based-on reference basedOn
  part-of reference partOf
CareTeam
  identifier token identifier
  patient reference:Patient subject
  subject reference subject
  encounter reference:Encounter encounter
  category token category
  status token status
  date date period
  participant reference participant.member
Goal
  identifier token identifier
  patient reference:Patient subject
  subject reference subject
  category token category
  lifecycle-status token lifecycleStatus
  achievement-status token achievementStatus
  start-date date startDate
  target-date date target.dueDate
Immunization
  identifier token identifier
  patient reference:Patient patient
  vaccine-code token vaccineCode
  status token status
  date date occurrenceDateTime
  reaction-date date reaction.date
  reason-code token reasonCode
  lot-number string lotNumber
  performer reference performer.actor
  location reference location
ServiceRequest
  identifier token identifier
  patient reference:Patient subject
  subject reference subject
  encounter reference:Encounter encounter
  code token code
  category token category
  status token status
  intent token intent
  priority token priority
  authored date authoredOn
  occurrence date occurrenceDateTime occurrencePeriod occurrenceTiming
  body-site token bodySite
  requester reference requester
  performer reference performer
  based-on reference basedOn
  specimen reference specimen
Flag
  identifier token identifier
  patient reference:Patient subject
  subject reference subject
  encounter reference:Encounter encounter
  status token status
  category token category
  code token code
  date date period
  author reference author
Specimen
  identifier token identifier
  patient reference:Patient subject
  subject reference subject
  type token type
  status token status
  accession token accessionIdentifier
  bodysite token collection.bodySite
  collected date collection.collectedDateTime collection.collectedPeriod
  parent reference parent
ImagingStudy
  identifier token identifier
  patient reference:Patient subject
  subject reference subject
  encounter reference:Encounter encounter
  status token status
  modality token series.modality
  bodysite token series.bodySite
  reason token reasonCode
  started date started
  basedon reference basedOn
Appointment
  identifier token identifier
  patient reference:Patient participant.actor
  actor reference participant.actor
  practitioner reference:Practitioner participant.actor
  location reference:Location participant.actor
  status token status
  part-status token participant.status
  appointment-type token appointmentType
  service-type token serviceType
  service-category token serviceCategory
  specialty token specialty
  reason-code token reasonCode
  date date start
  based-on reference basedOn
Communication
  identifier token identifier
  patient reference:Patient subject
  subject reference subject
  encounter reference:Encounter encounter
  status token status
  category token category
  medium token medium
  sent date sent
  received date received
  sender reference sender
  recipient reference recipient
  based-on reference basedOn
  part-of reference partOf
CommunicationRequest
  identifier token identifier
  patient reference:Patient subject
  subject reference subject
  encounter reference:Encounter encounter
  status token status
  category token category
  priority token priority
  authored date authoredOn
  occurrence date occurrenceDateTime occurrencePeriod
  requester reference requester
  recipient reference recipient
  based-on reference basedOn
Task
  identifier token identifier
  patient reference:Patient for
  subject reference for
  encounter reference:Encounter encounter
  code token code
  status token status
  intent token intent
  priority token priority
  authored-on date authoredOn
  modified date lastModified
  period date executionPeriod
  focus reference focus
  owner reference owner
  requester reference requester
  based-on reference basedOn
  part-of reference partOf
Claim
  identifier token identifier
  patient reference:Patient patient
  encounter reference:Encounter item.encounter
  status token status
  use token use
  priority token priority
  created date created
  provider reference provider
ExplanationOfBenefit
  identifier token identifier
  patient reference:Patient patient
  encounter reference:Encounter item.encounter
  status token status
  created date created
  claim reference claim
  provider reference provider
  disposition string disposition
Coverage
  identifier token identifier
  patient reference:Patient beneficiary
  beneficiary reference beneficiary
  status token status
  type token type
  payor reference payor
Device
  identifier token identifier
  patient reference:Patient patient
  status token status
  type token type
  device-name string deviceName.name
DeviceRequest
  identifier token identifier
  patient reference:Patient subject
  subject reference subject
  encounter reference:Encounter encounter
  code token codeCodeableConcept
  status token status
  intent token intent
  authored-on date authoredOn
  requester reference requester
  based-on reference basedOn
NutritionOrder
  identifier token identifier
  patient reference:Patient patient
  encounter reference:Encounter encounter
  status token status
  oraldiet token oralDiet.type
  datetime date dateTime
  provider reference orderer
FamilyMemberHistory
  identifier token identifier
  patient reference:Patient patient
  status token status
  relationship token relationship
  code token condition.code
  date date date
QuestionnaireResponse
  identifier token identifier
  patient reference:Patient subject
  subject reference subject
  encounter reference:Encounter encounter
  status token status
  authored date authored
  author reference author
Composition
  identifier token identifier
  patient reference:Patient subject
  subject reference subject
  encounter reference:Encounter encounter
  type token type
  category token category
  status token status
  title string title
  date date date
  author reference author
List
  identifier token identifier
  patient reference:Patient subject
  subject reference subject
  encounter reference:Encounter encounter
  code token code
  status token status
  title string title
  date date date
  item reference entry.item
Provenance
  target reference target
  patient reference:Patient target
  agent reference agent.who
  recorded date recorded
"""
