package explore
import ("testing";"context";"time")
func TestZZ(t *testing.T){
 for _, id := range []string{"no-windows","no-room-for-windows","windows-not-valid","one-request-each","two-requests-of-all","one-notify-of-all"} { for _, lanes := range []int{1,2} {
  t.Run(id, func(t *testing.T){ t.Parallel()
  open, err := Open("legal,id="+id, ""); if err!=nil {t.Fatal(err)}
  r, err := Run(context.Background(), open, Options{Seed: uint64(lanes), For: 25*time.Second, Lanes: lanes, Findings: 1, Repeats: 1})
  t.Log(id, lanes, r.Programs, r.Steps, err)
  for _, f := range r.Findings { t.Errorf("%v %v %v\n%v", f.Rules, f.Expected, f.Seen, f.Calls) }
  })
 }}
}
