package command

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// openStepwise opens a provider and its adapters, and tells each step before it is taken.
func openStepwise(selector string, tell func(announcement)) (opened *openedProvider, err error) {
	subject := ""
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s%v", subject, p)
		}
	}()
	providers.OnStep(func(subject, step string) { tell(announcement{Subject: subject, Step: step}) })
	s, err := providers.ParseSelector(selector)
	if err != nil {
		return nil, err
	}
	instance, err := s.Open()
	if err != nil {
		return nil, err
	}
	opened = &openedProvider{Version: providers.VersionOf(instance)}
	if of, ok := instance.(providers.Subject); ok {
		opened.File = of.File()
		subject = opened.File + ": "
	}
	provider := instance.ND2()
	if provider == nil {
		return nil, errors.New(subject + "it returned no IND2Provider")
	}
	opened.Adapters, err = adaptersOf(provider, tell)
	if err != nil {
		return nil, fmt.Errorf("%s%w", subject, err)
	}
	return opened, nil
}

// adaptersOf lists the adapters that a provider's addresses are of.
func adaptersOf(provider nd2.Provider, tell func(announcement)) (list []openedAdapter, err error) {
	ends, err := ndclient.Find(provider, func(method string) { tell(announcement{Step: method}) })
	for _, e := range ends {
		i := slices.IndexFunc(list, func(a openedAdapter) bool { return a.ID == e.ID })
		if i < 0 {
			i, list = len(list), append(list, openedAdapter{ID: e.ID, Info: e.Info})
		}
		list[i].Addresses = append(list[i].Addresses, e.Address.String())
	}
	return list, err
}
