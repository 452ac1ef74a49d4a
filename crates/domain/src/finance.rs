//! Money that is no cost of a model: fees, credits, corrections.

use crate::words;

words! {
    /// What money was booked for.
    pub enum FinanceEventKind("finance event kind") {
        InferenceCharge = "inference_charge",
        PlatformFee = "platform_fee",
        CreditPurchase = "credit_purchase",
        CreditRefund = "credit_refund",
        CreditExpiry = "credit_expiry",
        ByokFee = "byok_fee",
        GatewayOverhead = "gateway_overhead",
        LogStorageCharge = "log_storage_charge",
        LogpushCharge = "logpush_charge",
        ProvisionedCapacityCharge = "provisioned_capacity_charge",
        TrainingCharge = "training_charge",
        CustomModelImportCharge = "custom_model_import_charge",
        CustomModelStorageCharge = "custom_model_storage_charge",
        ManualAdjustment = "manual_adjustment",
    }
}

words! {
    /// Whether money goes or comes.
    pub enum FinanceDirection("finance direction") {
        Debit = "debit",
        Credit = "credit",
    }
}

words! {
    /// What a quantity counts.
    pub enum FinanceUnit("finance unit") {
        InputToken = "input_token",
        OutputToken = "output_token",
        CachedInputToken = "cached_input_token",
        Request = "request",
        CreditUsd = "credit_usd",
        CreditUnit = "credit_unit",
        ModelUnitMinute = "model_unit_minute",
        ModelUnitHour = "model_unit_hour",
        GbMonth = "gb_month",
        TrainToken = "train_token",
        Unknown = "unknown",
    }
}
