"""The resource types of FHIR R4 (4.0.1), and the check of a type's name."""

from __future__ import annotations

from physassist_tui.ehr.protocol import EhrError
from physassist_tui.i18n import msg

_NAMES = """
    Account ActivityDefinition AdverseEvent AllergyIntolerance Appointment AppointmentResponse
    AuditEvent Basic Binary BiologicallyDerivedProduct BodyStructure Bundle CapabilityStatement
    CarePlan CareTeam CatalogEntry ChargeItem ChargeItemDefinition Claim ClaimResponse
    ClinicalImpression CodeSystem Communication CommunicationRequest CompartmentDefinition
    Composition ConceptMap Condition Consent Contract Coverage CoverageEligibilityRequest
    CoverageEligibilityResponse DetectedIssue Device DeviceDefinition DeviceMetric DeviceRequest
    DeviceUseStatement DiagnosticReport DocumentManifest DocumentReference
    EffectEvidenceSynthesis Encounter Endpoint EnrollmentRequest EnrollmentResponse EpisodeOfCare
    EventDefinition Evidence EvidenceVariable ExampleScenario ExplanationOfBenefit
    FamilyMemberHistory Flag Goal GraphDefinition Group GuidanceResponse HealthcareService
    ImagingStudy Immunization ImmunizationEvaluation ImmunizationRecommendation
    ImplementationGuide InsurancePlan Invoice Library Linkage List Location Measure MeasureReport
    Media Medication MedicationAdministration MedicationDispense MedicationKnowledge
    MedicationRequest MedicationStatement MedicinalProduct MedicinalProductAuthorization
    MedicinalProductContraindication MedicinalProductIndication MedicinalProductIngredient
    MedicinalProductInteraction MedicinalProductManufactured MedicinalProductPackaged
    MedicinalProductPharmaceutical MedicinalProductUndesirableEffect MessageDefinition
    MessageHeader MolecularSequence NamingSystem NutritionOrder Observation ObservationDefinition
    OperationDefinition OperationOutcome Organization OrganizationAffiliation Parameters Patient
    PaymentNotice PaymentReconciliation Person PlanDefinition Practitioner PractitionerRole
    Procedure Provenance Questionnaire QuestionnaireResponse RelatedPerson RequestGroup
    ResearchDefinition ResearchElementDefinition ResearchStudy ResearchSubject RiskAssessment
    RiskEvidenceSynthesis Schedule SearchParameter ServiceRequest Slot Specimen
    SpecimenDefinition StructureDefinition StructureMap Subscription Substance
    SubstanceNucleicAcid SubstancePolymer SubstanceProtein SubstanceReferenceInformation
    SubstanceSourceMaterial SubstanceSpecification SupplyDelivery SupplyRequest Task
    TerminologyCapabilities TestReport TestScript ValueSet VerificationResult VisionPrescription
"""
R4_TYPES = frozenset(_NAMES.split())
"""The names of FHIR R4's resource types."""


def require_type(resource_type: str) -> str:
    """The name, if it is a type of FHIR R4; else an `EhrError` with the nearest names."""
    if resource_type in R4_TYPES:
        return resource_type
    raise EhrError(
        msg("{type} is not a FHIR R4 resource type.", type=str(resource_type) or "''"),
        field="resourceType",
        allowed=nearest_types(str(resource_type)),
    )


def nearest_types(name: str, limit: int = 3) -> tuple[str, ...]:
    """The type names most like `name`."""
    from difflib import get_close_matches

    by_lower = {known.lower(): known for known in sorted(R4_TYPES)}
    near = get_close_matches(name.lower(), list(by_lower), n=limit, cutoff=0.5)
    return tuple(by_lower[one] for one in near)
