#!/usr/bin/env bash
# The suite on several nodes of a Slurm cluster: an array of shards, then a job that joins
# them to one verdict and one report. On the login node, in a folder that all nodes share:
#
#   ./slurm.sh submit 3
#
# The last job's exit code is the run's. What it leaves is in the folder nd2-ARRAY.
set -euo pipefail

conform=${CONFORM:-./acme-conform}
provider=${PROVIDER:-acme}

# submit SHARDS: the report is made even if a shard is lost, and runs what that left over.
submit() {
  local array
  array=$(sbatch --parsable --job-name=nd2-shard --array="1-$1" --exclusive --time=60 "$0" shard)
  array=${array%%;*} # the cluster's name follows, where there are several
  sbatch --job-name=nd2-report --dependency="afterany:$array" --exclusive --time=60 "$0" report "$array"
}

# shard: a job that Slurm starts again goes on with its journal. Exit code 1 is for the
# report to judge.
shard() {
  local folder=nd2-$SLURM_ARRAY_JOB_ID
  local journal=$folder/shard-$SLURM_ARRAY_TASK_ID.journal
  mkdir -p "$folder"
  if [ -s "$journal" ]; then
    srun --ntasks=1 "$conform" --resume="$journal" || [ $? -eq 1 ]
  else
    srun --ntasks=1 "$conform" --provider="$provider" --shard="$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
      --seed="$SLURM_ARRAY_JOB_ID" --journal="$journal" || [ $? -eq 1 ]
  fi
}

# report ARRAY: 1 of merge says that a shard left something over, which the next line runs.
report() {
  local folder=nd2-$1
  "$conform" merge "$folder"/shard-*.journal --output="$folder/nd2.journal" || [ $? -eq 1 ]
  srun --ntasks=1 "$conform" --resume="$folder/nd2.journal" \
    --junit-report="$folder/nd2.xml" --json-report="$folder/nd2.json" --html-report="$folder/nd2.html"
}

case ${1-} in
  submit) submit "${2:-3}" ;;
  shard) shard ;;
  report) report "$2" ;;
  *)
    echo "usage: $0 submit SHARDS" >&2
    exit 2
    ;;
esac
