-- A rating whose words the operator has taken off the musician's page. Its stars still count.
alter table ratings add column hidden_at timestamptz;
