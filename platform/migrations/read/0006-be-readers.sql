
do $$
declare
  reader text;
begin
  foreach reader in array array['hearth_tenant_reader', 'hearth_staff_reader'] loop
    if current_setting('server_version_num')::int >= 160000 and not pg_has_role(current_user, reader, 'set') then
      execute format('grant %I to current_user with set true', reader);
    end if;
  end loop;
end $$
