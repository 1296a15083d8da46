CREATE SEQUENCE "public"."application_serial" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."document_serial" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."loan_serial" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."trace_serial" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."transaction_serial" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "ach_entries" (
	"portfolio_id" integer NOT NULL,
	"transaction_no" text NOT NULL,
	"file_no" text NOT NULL,
	"trace_number" text NOT NULL,
	"amount" bigint NOT NULL,
	"effective_date" date NOT NULL,
	CONSTRAINT "ach_entries_portfolio_id_transaction_no_pk" PRIMARY KEY("portfolio_id","transaction_no")
);
--> statement-breakpoint
CREATE TABLE "ach_files" (
	"portfolio_id" integer NOT NULL,
	"file_no" text NOT NULL,
	"business_date" date NOT NULL,
	"file_id_modifier" text NOT NULL,
	"sha256" text NOT NULL,
	"object_key" text NOT NULL,
	"entry_count" integer NOT NULL,
	"debit_total" bigint NOT NULL,
	"credit_total" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "ach_files_portfolio_id_file_no_pk" PRIMARY KEY("portfolio_id","file_no")
);
--> statement-breakpoint
CREATE TABLE "application_sections" (
	"portfolio_id" integer NOT NULL,
	"application_no" text NOT NULL,
	"section_key" text NOT NULL,
	"answers" text NOT NULL,
	"complete" boolean NOT NULL,
	"form_version" integer NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "application_sections_portfolio_id_application_no_section_key_pk" PRIMARY KEY("portfolio_id","application_no","section_key")
);
--> statement-breakpoint
CREATE TABLE "applications" (
	"portfolio_id" integer NOT NULL,
	"application_no" text NOT NULL,
	"loan_no" text NOT NULL,
	"open_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"attached_at" timestamp with time zone,
	"submitted_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "applications_portfolio_id_application_no_pk" PRIMARY KEY("portfolio_id","application_no")
);
--> statement-breakpoint
CREATE TABLE "bank_holidays" (
	"holiday" date PRIMARY KEY NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"portfolio_id" integer NOT NULL,
	"open_id" text NOT NULL,
	"contact_type" integer NOT NULL,
	"value" text NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"verified_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "contacts_portfolio_id_open_id_contact_type_pk" PRIMARY KEY("portfolio_id","open_id","contact_type")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"portfolio_id" integer NOT NULL,
	"open_id" text NOT NULL,
	"email_index" text NOT NULL,
	"email" text NOT NULL,
	"profile" text NOT NULL,
	"ssn" text,
	"ssn_index" text,
	"password_hash" text,
	"account_status" integer NOT NULL,
	"failed_sign_ins" integer DEFAULT 0 NOT NULL,
	"last_failed_at" timestamp with time zone,
	"opt_in_flags" integer DEFAULT 0 NOT NULL,
	"totp_secret" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "customers_portfolio_id_open_id_pk" PRIMARY KEY("portfolio_id","open_id")
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"portfolio_id" integer NOT NULL,
	"loan_no" text NOT NULL,
	"sequence" integer NOT NULL,
	"line" integer NOT NULL,
	"account" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "ledger_entries_portfolio_id_loan_no_sequence_line_pk" PRIMARY KEY("portfolio_id","loan_no","sequence","line")
);
--> statement-breakpoint
CREATE TABLE "ledger_postings" (
	"portfolio_id" integer NOT NULL,
	"loan_no" text NOT NULL,
	"sequence" integer NOT NULL,
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"entry_count" integer NOT NULL,
	"effective_date" date NOT NULL,
	"booked_at" timestamp with time zone NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "ledger_postings_portfolio_id_loan_no_sequence_pk" PRIMARY KEY("portfolio_id","loan_no","sequence")
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"portfolio_id" integer NOT NULL,
	"decision_no" text NOT NULL,
	"loan_no" text NOT NULL,
	"inputs_hash" text NOT NULL,
	"policy_version" text NOT NULL,
	"outcome" text NOT NULL,
	"decision" text NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	CONSTRAINT "decisions_portfolio_id_decision_no_pk" PRIMARY KEY("portfolio_id","decision_no")
);
--> statement-breakpoint
CREATE TABLE "loan_history" (
	"portfolio_id" integer NOT NULL,
	"loan_no" text NOT NULL,
	"sequence" integer NOT NULL,
	"from_status" integer,
	"from_sub_status" text,
	"to_status" integer NOT NULL,
	"to_sub_status" text,
	"cause" text NOT NULL,
	"actor" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "loan_history_portfolio_id_loan_no_sequence_pk" PRIMARY KEY("portfolio_id","loan_no","sequence")
);
--> statement-breakpoint
CREATE TABLE "loans" (
	"portfolio_id" integer NOT NULL,
	"loan_no" text NOT NULL,
	"application_no" text NOT NULL,
	"open_id" text,
	"status" integer NOT NULL,
	"sub_status" text,
	"flags" integer[] DEFAULT '{}' NOT NULL,
	"category" integer,
	"military" integer DEFAULT 0 NOT NULL,
	"amount_result" integer,
	"qualified_minimum" bigint,
	"qualified_maximum" bigint,
	"qualified_step" bigint,
	"qualified_at" timestamp with time zone,
	"qualified_until" timestamp with time zone,
	"approved_amount" bigint,
	"plan_no" text,
	"terms_digest" text,
	"coupon_code" text,
	"signed_at" timestamp with time zone,
	"approved_at" timestamp with time zone,
	"disbursement_date" date,
	"effective_date" date,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "loans_portfolio_id_loan_no_pk" PRIMARY KEY("portfolio_id","loan_no")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"portfolio_id" integer NOT NULL,
	"mail_id" text NOT NULL,
	"kind" text NOT NULL,
	"open_id" text,
	"loan_no" text,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"content" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mails_portfolio_id_mail_id_pk" PRIMARY KEY("portfolio_id","mail_id")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"portfolio_id" integer NOT NULL,
	"notice_id" text NOT NULL,
	"dedup_key" text NOT NULL,
	"kind" text NOT NULL,
	"open_id" text,
	"loan_no" text,
	"recipient" text NOT NULL,
	"payload" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	CONSTRAINT "outbox_portfolio_id_notice_id_pk" PRIMARY KEY("portfolio_id","notice_id")
);
--> statement-breakpoint
CREATE TABLE "ticket_counters" (
	"portfolio_id" integer NOT NULL,
	"open_id" text NOT NULL,
	"last_id" bigint NOT NULL,
	CONSTRAINT "ticket_counters_portfolio_id_open_id_pk" PRIMARY KEY("portfolio_id","open_id")
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"portfolio_id" integer NOT NULL,
	"open_id" text NOT NULL,
	"id" bigint NOT NULL,
	"ticket" integer NOT NULL,
	"data" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "tickets_portfolio_id_open_id_id_pk" PRIMARY KEY("portfolio_id","open_id","id")
);
--> statement-breakpoint
CREATE TABLE "installments" (
	"portfolio_id" integer NOT NULL,
	"plan_no" text NOT NULL,
	"number" integer NOT NULL,
	"loan_no" text NOT NULL,
	"due_date" date NOT NULL,
	"principal" bigint NOT NULL,
	"interest" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"balance_after" bigint NOT NULL,
	"status" integer NOT NULL,
	"flags" integer NOT NULL,
	CONSTRAINT "installments_portfolio_id_plan_no_number_pk" PRIMARY KEY("portfolio_id","plan_no","number")
);
--> statement-breakpoint
CREATE TABLE "payment_plans" (
	"portfolio_id" integer NOT NULL,
	"plan_no" text NOT NULL,
	"loan_no" text NOT NULL,
	"amount" bigint NOT NULL,
	"frequency" integer NOT NULL,
	"installment_count" integer NOT NULL,
	"installment_amount" bigint NOT NULL,
	"first_date" date NOT NULL,
	"last_date" date NOT NULL,
	"amount_financed" bigint NOT NULL,
	"finance_charge" bigint NOT NULL,
	"total_of_payments" bigint NOT NULL,
	"apr" text NOT NULL,
	"disclosure" jsonb NOT NULL,
	"terms_digest" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"superseded_at" timestamp with time zone,
	CONSTRAINT "payment_plans_portfolio_id_plan_no_pk" PRIMARY KEY("portfolio_id","plan_no")
);
--> statement-breakpoint
CREATE TABLE "transaction_history" (
	"portfolio_id" integer NOT NULL,
	"transaction_no" text NOT NULL,
	"sequence" integer NOT NULL,
	"from_status" integer,
	"to_status" integer NOT NULL,
	"cause" text NOT NULL,
	"actor" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "transaction_history_portfolio_id_transaction_no_sequence_pk" PRIMARY KEY("portfolio_id","transaction_no","sequence")
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"portfolio_id" integer NOT NULL,
	"transaction_no" text NOT NULL,
	"loan_no" text NOT NULL,
	"open_id" text NOT NULL,
	"type" integer NOT NULL,
	"mode" integer NOT NULL,
	"amount" bigint NOT NULL,
	"effective_date" date NOT NULL,
	"status" integer NOT NULL,
	"flags" integer DEFAULT 0 NOT NULL,
	"instruction_key" text NOT NULL,
	"installment_number" integer,
	"trace_number" text,
	"return_code" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "transactions_portfolio_id_transaction_no_pk" PRIMARY KEY("portfolio_id","transaction_no")
);
--> statement-breakpoint
CREATE TABLE "audit_events" (
	"portfolio_id" integer NOT NULL,
	"subject" text NOT NULL,
	"sequence" integer NOT NULL,
	"action" text NOT NULL,
	"actor" text NOT NULL,
	"facts" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_events_portfolio_id_subject_sequence_pk" PRIMARY KEY("portfolio_id","subject","sequence")
);
--> statement-breakpoint
CREATE TABLE "behavior_records" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "behavior_records_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"portfolio_id" integer NOT NULL,
	"source" text NOT NULL,
	"event" text NOT NULL,
	"payload" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "business_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "business_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"portfolio_id" integer NOT NULL,
	"open_id" text,
	"event" text NOT NULL,
	"payload" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"owner" text NOT NULL,
	"key" text NOT NULL,
	"call" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_owner_key_pk" PRIMARY KEY("owner","key")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_codes" (
	"flow_id" text PRIMARY KEY NOT NULL,
	"portfolio_id" integer NOT NULL,
	"open_id" text NOT NULL,
	"purpose" text NOT NULL,
	"contact_type" integer NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent" integer DEFAULT 1 NOT NULL,
	"first_sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "resources" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"portfolio_id" integer NOT NULL,
	"purpose" text NOT NULL,
	"subject" jsonb NOT NULL,
	"sealed_subject" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"max_uses" integer,
	"used_at" timestamp with time zone,
	"failed_tries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"portfolio_id" integer NOT NULL,
	"open_id" text,
	"grant_type" integer NOT NULL,
	"limited_application_no" text,
	"cookie_hash" text,
	"channel_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"authenticated_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "trusted_devices" (
	"portfolio_id" integer NOT NULL,
	"open_id" text NOT NULL,
	"device_hash" text NOT NULL,
	"trusted_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "trusted_devices_portfolio_id_open_id_device_hash_pk" PRIMARY KEY("portfolio_id","open_id","device_hash")
);
--> statement-breakpoint
CREATE TABLE "ceremonies" (
	"portfolio_id" integer NOT NULL,
	"request_code" text NOT NULL,
	"loan_no" text NOT NULL,
	"open_id" text,
	"sign_status" integer NOT NULL,
	"terms_digest" text NOT NULL,
	"document_no" text,
	"document_hash" text,
	"evidence" jsonb NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"signed_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ceremonies_portfolio_id_request_code_pk" PRIMARY KEY("portfolio_id","request_code")
);
--> statement-breakpoint
CREATE TABLE "consents_given" (
	"portfolio_id" integer NOT NULL,
	"open_id" text NOT NULL,
	"sequence" integer NOT NULL,
	"kind" text NOT NULL,
	"template_version" text NOT NULL,
	"given" boolean NOT NULL,
	"ip_address" text NOT NULL,
	"user_agent" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "consents_given_portfolio_id_open_id_sequence_pk" PRIMARY KEY("portfolio_id","open_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"portfolio_id" integer NOT NULL,
	"document_no" text NOT NULL,
	"open_id" text,
	"loan_no" text,
	"document_type" integer NOT NULL,
	"title" text NOT NULL,
	"media_type" text NOT NULL,
	"sha256" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"object_key" text NOT NULL,
	"evidence" jsonb NOT NULL,
	"sealed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "documents_portfolio_id_document_no_pk" PRIMARY KEY("portfolio_id","document_no")
);
--> statement-breakpoint
CREATE TABLE "ibv_reports" (
	"portfolio_id" integer NOT NULL,
	"request_code" text NOT NULL,
	"loan_no" text NOT NULL,
	"report" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ibv_reports_portfolio_id_request_code_pk" PRIMARY KEY("portfolio_id","request_code")
);
--> statement-breakpoint
CREATE TABLE "ibv_requests" (
	"portfolio_id" integer NOT NULL,
	"request_code" text NOT NULL,
	"loan_no" text NOT NULL,
	"provider" text NOT NULL,
	"provider_reference" text DEFAULT '' NOT NULL,
	"status" integer NOT NULL,
	"institution" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ibv_requests_portfolio_id_request_code_pk" PRIMARY KEY("portfolio_id","request_code")
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "provider_events_provider_event_id_pk" PRIMARY KEY("provider","event_id")
);
--> statement-breakpoint
ALTER TABLE "ach_entries" ADD CONSTRAINT "ach_entries_portfolio_id_file_no_ach_files_portfolio_id_file_no_fk" FOREIGN KEY ("portfolio_id","file_no") REFERENCES "public"."ach_files"("portfolio_id","file_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ach_entries" ADD CONSTRAINT "ach_entries_portfolio_id_transaction_no_transactions_portfolio_id_transaction_no_fk" FOREIGN KEY ("portfolio_id","transaction_no") REFERENCES "public"."transactions"("portfolio_id","transaction_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_sections" ADD CONSTRAINT "application_sections_portfolio_id_application_no_applications_portfolio_id_application_no_fk" FOREIGN KEY ("portfolio_id","application_no") REFERENCES "public"."applications"("portfolio_id","application_no") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_portfolio_id_open_id_customers_portfolio_id_open_id_fk" FOREIGN KEY ("portfolio_id","open_id") REFERENCES "public"."customers"("portfolio_id","open_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_portfolio_id_loan_no_sequence_ledger_postings_portfolio_id_loan_no_sequence_fk" FOREIGN KEY ("portfolio_id","loan_no","sequence") REFERENCES "public"."ledger_postings"("portfolio_id","loan_no","sequence") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_portfolio_id_loan_no_loans_portfolio_id_loan_no_fk" FOREIGN KEY ("portfolio_id","loan_no") REFERENCES "public"."loans"("portfolio_id","loan_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_history" ADD CONSTRAINT "loan_history_portfolio_id_loan_no_loans_portfolio_id_loan_no_fk" FOREIGN KEY ("portfolio_id","loan_no") REFERENCES "public"."loans"("portfolio_id","loan_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installments" ADD CONSTRAINT "installments_portfolio_id_plan_no_payment_plans_portfolio_id_plan_no_fk" FOREIGN KEY ("portfolio_id","plan_no") REFERENCES "public"."payment_plans"("portfolio_id","plan_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_portfolio_id_loan_no_loans_portfolio_id_loan_no_fk" FOREIGN KEY ("portfolio_id","loan_no") REFERENCES "public"."loans"("portfolio_id","loan_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ach_entries_trace_number" ON "ach_entries" USING btree ("portfolio_id","trace_number");--> statement-breakpoint
CREATE INDEX "ach_entries_by_file" ON "ach_entries" USING btree ("portfolio_id","file_no");--> statement-breakpoint
CREATE UNIQUE INDEX "ach_files_modifier" ON "ach_files" USING btree ("portfolio_id","business_date","file_id_modifier");--> statement-breakpoint
CREATE UNIQUE INDEX "ach_files_sha256" ON "ach_files" USING btree ("portfolio_id","sha256");--> statement-breakpoint
CREATE INDEX "ach_files_unsent" ON "ach_files" USING btree ("sent_at","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "applications_one_per_loan" ON "applications" USING btree ("portfolio_id","loan_no");--> statement-breakpoint
CREATE INDEX "applications_by_customer" ON "applications" USING btree ("portfolio_id","open_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_one_per_email" ON "customers" USING btree ("portfolio_id","email_index");--> statement-breakpoint
CREATE INDEX "customers_by_ssn" ON "customers" USING btree ("portfolio_id","ssn_index");--> statement-breakpoint
CREATE INDEX "ledger_entries_by_account" ON "ledger_entries" USING btree ("portfolio_id","loan_no","account");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_postings_one_per_cause" ON "ledger_postings" USING btree ("portfolio_id","loan_no","cause");--> statement-breakpoint
CREATE UNIQUE INDEX "decisions_one_per_input" ON "decisions" USING btree ("portfolio_id","loan_no","inputs_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "loans_one_per_application" ON "loans" USING btree ("portfolio_id","application_no");--> statement-breakpoint
CREATE UNIQUE INDEX "loans_one_open_per_customer" ON "loans" USING btree ("portfolio_id","open_id") WHERE "open_id" is not null and "status" not in (103, 206);--> statement-breakpoint
CREATE INDEX "loans_by_status" ON "loans" USING btree ("portfolio_id","status","updated_at");--> statement-breakpoint
CREATE INDEX "loans_by_customer" ON "loans" USING btree ("portfolio_id","open_id","created_at");--> statement-breakpoint
CREATE INDEX "mails_by_customer" ON "mails" USING btree ("portfolio_id","open_id","sent_at");--> statement-breakpoint
CREATE INDEX "mails_by_time" ON "mails" USING btree ("sent_at");--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_one_per_notice" ON "outbox" USING btree ("portfolio_id","dedup_key");--> statement-breakpoint
CREATE INDEX "outbox_waiting" ON "outbox" USING btree ("next_attempt_at") WHERE "sent_at" is null and "failed_at" is null;--> statement-breakpoint
CREATE INDEX "installments_by_loan" ON "installments" USING btree ("portfolio_id","loan_no","due_date");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_plans_one_current_per_loan" ON "payment_plans" USING btree ("portfolio_id","loan_no") WHERE "superseded_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_one_per_instruction" ON "transactions" USING btree ("portfolio_id","instruction_key");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_trace_number" ON "transactions" USING btree ("portfolio_id","trace_number");--> statement-breakpoint
CREATE INDEX "transactions_by_loan" ON "transactions" USING btree ("portfolio_id","loan_no","effective_date");--> statement-breakpoint
CREATE INDEX "transactions_by_status" ON "transactions" USING btree ("portfolio_id","status","effective_date");--> statement-breakpoint
CREATE INDEX "audit_events_by_time" ON "audit_events" USING btree ("portfolio_id","at");--> statement-breakpoint
CREATE INDEX "behavior_records_by_time" ON "behavior_records" USING btree ("portfolio_id","at");--> statement-breakpoint
CREATE INDEX "business_events_by_time" ON "business_events" USING btree ("portfolio_id","at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_expiry" ON "idempotency_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "rate_limits_by_end" ON "rate_limits" USING btree ("window_ends_at");--> statement-breakpoint
CREATE INDEX "login_codes_by_customer" ON "login_codes" USING btree ("portfolio_id","open_id");--> statement-breakpoint
CREATE INDEX "resources_by_expiry" ON "resources" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_session_id" ON "sessions" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_channel_id" ON "sessions" USING btree ("channel_id");--> statement-breakpoint
CREATE INDEX "sessions_by_customer" ON "sessions" USING btree ("portfolio_id","open_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ceremonies_one_open_per_loan" ON "ceremonies" USING btree ("portfolio_id","loan_no") WHERE "sign_status" in (0, 5);--> statement-breakpoint
CREATE UNIQUE INDEX "ceremonies_one_signed_per_terms" ON "ceremonies" USING btree ("portfolio_id","loan_no","terms_digest") WHERE "sign_status" = 1;--> statement-breakpoint
CREATE INDEX "ceremonies_by_expiry" ON "ceremonies" USING btree ("sign_status","expires_at");--> statement-breakpoint
CREATE INDEX "documents_by_customer" ON "documents" USING btree ("portfolio_id","open_id","created_at");--> statement-breakpoint
CREATE INDEX "documents_by_loan" ON "documents" USING btree ("portfolio_id","loan_no");--> statement-breakpoint
CREATE INDEX "documents_by_hash" ON "documents" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "ibv_requests_by_loan" ON "ibv_requests" USING btree ("portfolio_id","loan_no","created_at");--> statement-breakpoint
CREATE INDEX "ibv_requests_by_reference" ON "ibv_requests" USING btree ("provider","provider_reference");--> statement-breakpoint
CREATE INDEX "ibv_requests_by_status" ON "ibv_requests" USING btree ("status","updated_at");